import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./bundle.ts";

/** A long-running child in a process group of its own that ends itself when its stdin closes. */
export interface Child {
  readonly name: string;
  readonly process: ChildProcess;
  /** First JSON line of its stdout; rejects with one line when it ends before. */
  readonly ready: Promise<Record<string, unknown>>;
  /** Resolves with a sentence when it has ended. */
  readonly ended: Promise<string>;
}

/**
 * Starts `node <script> <args>` detached (its own group, so that a Ctrl-C reaches only us) and keeps its stdin open: the
 * pipe closes when we end, however we end, and the child ends with it.
 */
export function startChild(name: string, script: string, args: readonly string[]): Child {
  const child = spawn(
    process.execPath,
    ["--import", `${root}scripts/require-node24.mjs`, `${root}${script}`, ...args],
    {
      cwd: root,
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1" },
    },
  );
  // A child that ends early must not end us with EPIPE.
  child.stdin?.on("error", () => {});
  const ended = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(`${name} could not be started: ${error.message}`));
    child.on("exit", (code, signal) => resolve(`${name} ended (${signal ?? `exit ${code}`})`));
  });
  return { name, process: child, ready: firstJsonLine(child, ended), ended };
}

/** Hands a child one line of JSON on its stdin. */
export const tellChild = (child: Child, input: unknown): void =>
  void child.process.stdin?.write(`${JSON.stringify(input)}\n`);

async function firstJsonLine(child: ChildProcess, ended: Promise<string>): Promise<Record<string, unknown>> {
  if (!child.stdout) throw new Error("child without stdout");
  const lines = createInterface({ input: child.stdout });
  const line = new Promise<Record<string, unknown>>((resolve) => {
    let isReady = false;
    lines.on("line", (text) => {
      if (!isReady && text.startsWith("{")) {
        isReady = true;
        resolve(JSON.parse(text) as Record<string, unknown>);
      } else console.log(text);
    });
  });
  const early = ended.then((sentence) => Promise.reject(new Error(`${sentence} before it was ready`)));
  return Promise.race([line, early]);
}

/** Asks a child to end by closing its stdin; its whole group is killed when it has not within `graceMs`. */
export async function stopChild(child: Child, graceMs = 5_000): Promise<void> {
  child.process.stdin?.end();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), graceMs);
  });
  const result = await Promise.race([child.ended, late]);
  clearTimeout(timer);
  if (result === "late") killGroup(child);
  await child.ended;
}

/** Kills the child's process group at once. */
export function killGroup(child: Child): void {
  if (child.process.pid === undefined) return;
  try {
    process.kill(-child.process.pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
