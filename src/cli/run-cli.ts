import { Command, CommanderError } from "commander";
import { VERSION } from "../instance.ts";
import { displayUrl } from "../registry/normalise-url.ts";
import { checkCommand } from "./check/check-command.ts";
import type { CliIo } from "./io.ts";
import { verifyCommand } from "./verify/verify-command.ts";

const URLS = /[a-z][a-z0-9+.-]*:\/\/[^\s']+/gi;
/** Usage errors; also what `plumbline` without a command is. */
const USAGE = 2;

/** Runs the command line of `args` (without program names) and resolves with the exit status. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let status = 0;
  const program = new Command("plumbline")
    .description("An open observatory of remote MCP servers: measurement you can verify.")
    .version(VERSION)
    .addCommand(checkCommand(io, (next) => (status = next)))
    .addCommand(verifyCommand(io, (next) => (status = next)));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // One line: what is wrong, as the first thing said; of a URL that it repeats no query and no password.
      writeErr: (text) =>
        void io.stderr.write(text.replace(/^error: /, "plumbline: ").replace(URLS, displayUrl)),
    });
  }
  if (args.length === 0) {
    io.stderr.write(program.helpInformation());
    return USAGE;
  }
  try {
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    throw error;
  }
}
