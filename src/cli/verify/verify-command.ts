import { Command } from "commander";
import { systemClock } from "../../lib/clock.ts";
import { err, ok, type Result } from "../../lib/result.ts";
import { platformFetch } from "../../probe/transport/edge.ts";
import type { CliIo } from "../io.ts";
import { siteOfEnvironment, siteUrl } from "../site-url.ts";
import { terminalText } from "../terminal-text.ts";
import { runVerify } from "./run-verify.ts";
import { siteJson } from "./site-json.ts";

/** A line is a path and two values; what a site publishes may be longer. */
const LINE_CHARS = 400;

interface Flags {
  readonly all?: true;
  readonly site?: string;
  readonly verbose?: true;
}

/** `plumbline verify SERVER | --all --site URL`: exit status 0 all numbers equal, 1 one differs or cannot be read, 2 usage. */
export function verifyCommand(io: CliIo, exitWith: (status: number) => void): Command {
  return new Command("verify")
    .description("recompute every published number from the published inputs, a line per number")
    .argument("[server]", "slug of the server")
    .option("--all", "every server of the site; prints only numbers that differ")
    .option("--verbose", "with --all: print every number")
    .option("--site <url>", "the instance whose numbers are verified (or PLUMBLINE_SITE)", siteUrl)
    .action(async (server: string | undefined, flags: Flags) => {
      const site = siteOf(server, flags, io.env);
      if (!site.ok) {
        io.stderr.write(`plumbline verify: ${site.error}\n`);
        exitWith(2);
        return;
      }
      exitWith(
        await runVerify({
          servers: server === undefined ? "all" : { slug: server },
          fetchJson: siteJson(site.value, {
            ask: platformFetch,
            clock: systemClock,
            outer: io.interrupted,
            onWait: (seconds) =>
              void io.stderr.write(
                `plumbline verify: the site limits its readers; asking again in ${seconds} s\n`,
              ),
          }),
          write: (line) => void io.stdout.write(`${terminalText(line, LINE_CHARS)}\n`),
          ...(flags.verbose === true ? { verbose: true } : {}),
          interrupted: io.interrupted,
        }),
      );
    });
}

/** The instance that the arguments name; the error says what is wrong with them. */
function siteOf(server: string | undefined, flags: Flags, env: CliIo["env"]): Result<string, string> {
  if ((server === undefined) === (flags.all === undefined)) return err("give one server, or --all");
  const site = flags.site === undefined ? siteOfEnvironment(env) : ok(flags.site);
  if (!site.ok) return site;
  if (site.value === null) return err("--site is missing: the address of the instance (or PLUMBLINE_SITE)");
  return ok(site.value);
}
