import { Command } from "commander";
import { systemClock } from "../../lib/clock.ts";
import { platformFetch } from "../../probe/transport/edge.ts";
import type { CliIo } from "../io.ts";
import { siteUrl } from "../site-url.ts";
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
      const site = flags.site ?? io.env["PLUMBLINE_SITE"];
      const usage =
        site === undefined
          ? "--site is missing: the address of the instance"
          : (server === undefined) === (flags.all === undefined)
            ? "give one server, or --all"
            : null;
      if (usage !== null || site === undefined) {
        io.stderr.write(`plumbline verify: ${usage}\n`);
        exitWith(2);
        return;
      }
      exitWith(
        await runVerify({
          servers: server === undefined ? "all" : { slug: server },
          fetchJson: siteJson(site, {
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
        }),
      );
    });
}
