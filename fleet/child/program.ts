import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Running, Site } from "../member.ts";
import type { Counts } from "../network/counter.ts";
import type { FromChild, ToChild } from "./messages.ts";

const PRELOAD = new URL("./preload.ts", import.meta.url).href;
const START_TIMEOUT_MS = 30_000;
const COUNTS_TIMEOUT_MS = 10_000;

export interface Program {
  /** Absolute path or module specifier of the program. */
  readonly file: string;
  readonly args?: readonly string[];
  /** Path of the endpoint. */
  readonly path: string;
  /** Environment beyond what every program needs. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts somebody else's server as a child that cannot outlive us, and waits until it listens. */
export async function startProgram(site: Site, program: Program): Promise<Running> {
  const child = fork(toPath(program.file), program.args ?? [], {
    execArgv: ["--import", PRELOAD],
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      FLEET_HOST: site.host,
      FLEET_PORT: String(site.port),
      FLEET_PATH: program.path,
      ...program.env,
    },
    stdio: ["pipe", "ignore", "pipe", "ipc"],
  });
  const port = await listening(child);
  const ask = questioner(child);
  return {
    url: `http://${site.host}:${port}${program.path}`,
    counts: () => ask({ kind: "counts" }),
    reset: () => ask({ kind: "reset" }),
    close: () => stop(child),
  };
}

function toPath(file: string): string {
  return file.startsWith("file:") ? fileURLToPath(file) : file;
}

async function listening(child: ChildProcess): Promise<number> {
  let complaint = "";
  child.stderr
    ?.setEncoding("utf8")
    .on("data", (text: string) => (complaint = (complaint + text).slice(-2_000)));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${child.spawnargs.join(" ")} did not listen`)),
      START_TIMEOUT_MS,
    );
    const settle = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    child.on("message", (message: FromChild) => {
      if (message.kind === "listening") settle(() => resolve(message.port));
    });
    child.once("error", (error) => settle(() => reject(error)));
    child.once("exit", (code) =>
      settle(() => reject(new Error(`${child.spawnfile} ended with ${code}: ${complaint}`))),
    );
  });
}

/** Asks the child for its own figures, which are exact at that time. Answers come in the order of the questions. */
function questioner(child: ChildProcess): (question: ToChild) => Promise<Counts> {
  const waiting: ((counts: Counts) => void)[] = [];
  child.on("message", (message: FromChild) => {
    if (message.kind === "counts") waiting.shift()?.(message.counts);
  });
  return (question) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error("a member did not tell its counts")),
        COUNTS_TIMEOUT_MS,
      );
      waiting.push((counts) => {
        clearTimeout(timer);
        resolve(counts);
      });
      child.send(question, (error) => {
        if (error !== null) reject(error);
      });
    });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
