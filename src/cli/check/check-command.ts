import { Command, InvalidArgumentError, Option } from "commander";
import { checkReportSchema } from "../../contract/check-report.ts";
import type { CheckReport } from "../../contract/check-report.ts";
import { VERSION } from "../../instance.ts";
import { sleep, systemClock } from "../../lib/clock.ts";
import { createDohResolver } from "../../probe/guard/doh-resolver.ts";
import type { Resolver } from "../../probe/guard/resolver.ts";
import { identity } from "../../probe/identity.ts";
import type { Identity } from "../../probe/identity.ts";
import { platformFetch } from "../../probe/transport/edge.ts";
import { displayUrl } from "../../registry/normalise-url.ts";
import type { CliIo } from "../io.ts";
import { choosePaint } from "../paint.ts";
import { siteUrl } from "../site-url.ts";
import { targetProblem } from "../target-problem.ts";
import { terminalText } from "../terminal-text.ts";
import { renderReport } from "./render-report.ts";
import { runCheck } from "./run-check.ts";
import type { Round } from "./run-check.ts";
import { systemResolver } from "./system-resolver.ts";

const BOT = "Plumbline";
/** Once a minute a host, as for `/check`. */
const WATCH_MIN_S = 60;
const WATCH_MAX_S = 86_400;

interface Flags {
  readonly json?: true;
  readonly brief?: true;
  readonly watch?: true;
  readonly interval: number;
  readonly allowLoopback?: boolean;
  readonly doh: readonly string[];
  readonly site?: string;
}

/** `plumbline check URL`: one full visit, printed. Exit status 0 reachable, 1 not, 2 usage. */
export function checkCommand(io: CliIo, exitWith: (status: number) => void): Command {
  return new Command("check")
    .description("one full visit to a remote MCP server: what a client meets, and what to put right first")
    .argument("<url>", "address of the MCP endpoint")
    .option("--json", "print the report as one JSON object and nothing else (with --watch: one a line)")
    .option("--brief", "ask neither the other era nor for prompts and resources")
    .option("--watch", `repeat until interrupted, at least ${WATCH_MIN_S} s apart`)
    .option("--interval <seconds>", "time between the visits of --watch", intervalS, WATCH_MIN_S)
    .option(
      "--doh <url>",
      "ask this DNS-over-HTTPS service instead of the system (twice for two voices)",
      dohUrl,
      [],
    )
    .option("--site <url>", "the instance that speaks: its address goes into the User-Agent", siteUrl)
    .addOption(
      new Option("--allow-loopback", "development: admit 127.0.0.0/8, ::1 and localhost").env(
        "PLUMBLINE_ALLOW_LOOPBACK",
      ),
    )
    .action(async (url: string, flags: Flags) => {
      const allowLoopback = isOn(flags.allowLoopback);
      const problem = targetProblem(url, allowLoopback);
      if (problem !== null) {
        io.stderr.write(`plumbline check: ${terminalText(displayUrl(url), 200)}: ${problem}\n`);
        exitWith(2);
        return;
      }
      const options = {
        url,
        resolver: resolverFor(flags.doh),
        allowLoopback,
        identity: identityFor(flags.site),
        brief: flags.brief === true,
      };
      let round: Round | null = null;
      for (;;) {
        round = await runCheck(options, round);
        const report = checkReportSchema.parse(round.report);
        print(report, flags, io);
        exitWith(report.reachable ? 0 : 1);
        if (!flags.watch || io.interrupted.aborted) return;
        await sleep(systemClock, flags.interval * 1000, io.interrupted);
        if (io.interrupted.aborted) return;
      }
    });
}

function print(report: CheckReport, flags: Flags, { stdout, env }: CliIo): void {
  if (flags.json) stdout.write(`${JSON.stringify(report, null, flags.watch ? 0 : 2)}\n`);
  else stdout.write(renderReport(report, choosePaint(stdout, env)));
}

/** From the environment a switch comes as text. */
const isOn = (value: boolean | string | undefined): boolean =>
  value === true || (typeof value === "string" && /^(?:1|true|yes|on)$/i.test(value));

function intervalS(text: string): number {
  const seconds = Number(text);
  if (Number.isInteger(seconds) && seconds >= WATCH_MIN_S && seconds <= WATCH_MAX_S) return seconds;
  throw new InvalidArgumentError(`Allowed: whole seconds from ${WATCH_MIN_S} to ${WATCH_MAX_S}.`);
}

function dohUrl(text: string, before: readonly string[]): readonly string[] {
  if (before.length < 2 && /^https?:\/\//.test(text) && URL.canParse(text)) return [...before, text];
  throw new InvalidArgumentError("Allowed: one or two https:// addresses of DNS-over-HTTPS JSON services.");
}

function resolverFor(dohUrls: readonly string[]): Resolver {
  if (dohUrls.length === 0) return systemResolver;
  return createDohResolver({
    fetch: platformFetch,
    clock: systemClock,
    resolverUrls: dohUrls,
    parallel: true,
  });
}

/** With `--site` that instance's own words; without one there is no page to name. */
function identityFor(site: string | undefined): Identity {
  if (site !== undefined) return identity({ bot: BOT, version: VERSION, site });
  return {
    userAgent: `${BOT}/${VERSION} (command line; automated measurement; never calls tools)`,
    clientName: BOT,
    clientVersion: VERSION,
  };
}
