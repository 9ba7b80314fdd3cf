import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { err, ok, type Result } from "../../src/lib/result.ts";
import { targetProblem } from "../../src/cli/target-problem.ts";
import { displayUrl } from "../../src/registry/normalise-url.ts";

/** What `npm start -- …` asks for. */
export interface StartArguments {
  /** Fleet set to start; null with --no-fleet. */
  readonly fleet: "basic" | "all" | null;
  /** URLs to probe besides the fleet. */
  readonly servers: readonly string[];
  /** Where the owners of measured servers write to; null: none was given. */
  readonly contact: string | null;
  readonly port: number | null;
  readonly state: string;
  readonly fresh: boolean;
  /** The fleet gets a simulated past of 14 days. */
  readonly practiceHistory: boolean;
  /** Loopback targets are admitted: for the fleet, or because a --server names loopback itself. */
  readonly loopback: boolean;
}

/** Reads the arguments; the error is one line naming what is wrong and what is allowed. */
export function readArguments(argv: readonly string[]): Result<StartArguments, string> {
  const command = new Command("npm start --")
    .description(
      "Runs Plumbline on this machine: the practice fleet, the Worker in workerd, D1 and Durable Objects.",
    )
    .option("--no-fleet", "do not start the practice fleet")
    .addOption(
      new Option("--fleet-set <set>", "which members to start").choices(["basic", "all"]).default("all"),
    )
    .option(
      "--server <url>",
      "probe this server; may be given again",
      (url: string, before: string[]) => [...before, url],
      [],
    )
    .option(
      "--contact <url>",
      "mailto: or https:// for the owners of measured servers, in /probe.txt",
      readContact,
    )
    .option("--port <number>", "serve on this port of 127.0.0.1 (else 8787, or a free one)", readPort)
    .option("--state <folder>", "where the state lies", ".state")
    .option("--practice-history", "give the fleet 14 simulated days, marked so on every page", false)
    .option("--fresh", "forget what is stored and begin anew", false)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    command.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) process.exit(0);
    const problem = error.message
      .replace(/^error: /, "")
      .replaceAll("\n", " ")
      .replace(/\.$/, "");
    const isAboutNames = ["commander.unknownOption", "commander.excessArguments"].includes(error.code);
    return err(isAboutNames ? `${problem}; npm start -- --help names what is allowed` : problem);
  }
  const options = command.opts<{
    fleet: boolean;
    fleetSet: "basic" | "all";
    server: string[];
    contact?: string;
    port?: number;
    state: string;
    fresh: boolean;
    practiceHistory: boolean;
  }>();
  if (!options.fleet && options.server.length === 0)
    return err("--no-fleet needs at least one --server URL, or there is nothing to probe");
  if (!options.fleet && options.practiceHistory)
    return err("--practice-history is for the practice fleet; leave --no-fleet out");
  if (options.state.trim() === "") return err("--state is empty; allowed: a folder");
  for (const url of options.server) {
    const problem = url.length > URL_CHARS ? `longer than ${URL_CHARS} characters` : targetProblem(url, true);
    if (problem !== null) return err(`--server ${displayUrl(url).slice(0, 200)}: ${problem}; ${ALLOWED}`);
  }
  return ok({
    fleet: options.fleet ? options.fleetSet : null,
    servers: options.server,
    contact: options.contact ?? null,
    port: options.port ?? null,
    state: options.state,
    fresh: options.fresh,
    practiceHistory: options.practiceHistory,
    loopback: options.fleet || options.server.some(isLoopback),
  });
}

/** Longest URL of a listing (src/settings.ts). */
const URL_CHARS = 2_048;
const ALLOWED =
  "allowed: http:// or https:// without user-info, port 80, 443 or 1024 and above, a public address or loopback";

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}

function readContact(text: string): string {
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text))
    throw new InvalidArgumentError("Allowed: mailto:somebody@somewhere or an https:// URL.");
  return text;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new InvalidArgumentError("Allowed: 1 to 65535.");
  return port;
}
