import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A running `npm start`, started directly. */
export interface Instance {
  readonly process: ChildProcess;
  readonly state: string;
  /** Origin of the site. */
  readonly site: string;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Ends it with a signal and waits for the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** An empty folder for an instance's state. */
export const newState = (): string => mkdtempSync(`${tmpdir()}/plumbline-e2e-`);

/** Starts scripts/start.ts and resolves once it says where it serves. */
export async function startInstance(args: readonly string[], state = newState()): Promise<Instance> {
  // A port of its own, so that two runs of the tests at once do not meet on the usual one.
  const run = runStart([...args, "--state", state, "--port", String(await freePort())]);
  const site = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /site\s+(http:\/\/127\.0\.0\.1:\d+)\//.exec(run.output());
      if (found?.[1]) resolve(found[1]);
    };
    run.process.stdout?.on("data", look);
    run.process.once("exit", (code) =>
      reject(new Error(`ended with ${code} before it served:\n${run.output()}`)),
    );
  });
  return {
    process: run.process,
    state,
    site,
    output: run.output,
    stop: (signal) => endOf(run.process, signal ?? "SIGTERM"),
  };
}

/** A port of 127.0.0.1 that nobody listens on. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Starts scripts/start.ts and collects what it prints. */
export function runStart(args: readonly string[]): { process: ChildProcess; output: () => string } {
  const child = spawn(
    process.execPath,
    ["--import", `${root}scripts/require-node24.mjs`, `${root}scripts/start.ts`, ...args],
    {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, npm_lifecycle_event: undefined },
    },
  );
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  return { process: child, output: () => output };
}

/** Sends a signal (none: waits only) and resolves with the exit code. */
export function endOf(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (signal) child.kill(signal);
  return ended;
}

/** Process ids of everything below `pid` by the kernel's table, itself included. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = read(`/proc/${entry}/stat`);
    if (stat !== null)
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const found = [pid];
  for (const parent of found) for (const [child, of] of parents) if (of === parent) found.push(child);
  return found;
}

/** Text of a kernel file; null when its process is gone. */
export function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Polls until `look` gives a value; the error says what was waited for. */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => Promise<T | null> | T | null,
): Promise<T> {
  const endMs = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endMs) throw new Error(`not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
