import { completeNode20 } from "./node20.ts";
import { runCli } from "./run-cli.ts";

// Entry of the command line: wires the process and nothing else.
completeNode20();
const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort());
process.once("SIGTERM", () => interrupt.abort());
// A reader that went away (`| head`) is no fault of ours.
process.stdout.on("error", () => process.exit());

process.exitCode = await runCli(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  interrupted: interrupt.signal,
});
