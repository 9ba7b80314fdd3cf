import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Who holds a state folder. */
interface Holder {
  readonly pid: number;
  readonly startedAt: string;
  readonly site: string;
}

/**
 * Takes the state folder for this process. Returns null, or one line saying who holds it. A lock whose process is gone
 * (killed, machine restarted) is taken over.
 */
export function lockState(folder: string, site: string): string | null {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/holder.json`;
  const mine: Holder = { pid: process.pid, startedAt: new Date().toISOString(), site };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: "wx" });
      process.on("exit", () => unlockState(folder));
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const holder = readHolder(file);
    if (holder && isAlive(holder.pid)) {
      return `the state in ${folder} is held by process ${holder.pid}, started ${holder.startedAt}, serving ${holder.site}; stop it, or choose another folder with --state`;
    }
    rmSync(file, { force: true });
  }
  return `the state in ${folder} is being taken by another start; try again`;
}

/** One line when a folder holds something that is no state of ours: `--fresh` must never empty it. Null when it is fit. */
export function foreignFolder(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const known = new Set(["v3", "holder.json"]);
  const strange = readdirSync(folder).find((entry) => !known.has(entry));
  return strange === undefined
    ? null
    : `${folder} holds ${strange}, which is no state of Plumbline; choose an empty or a new folder with --state`;
}

/** Gives the state folder back, if this process holds it. */
export function unlockState(folder: string): void {
  const file = `${folder}/holder.json`;
  if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Holder;
  } catch {
    return null;
  }
}

/** True when the pid is a process of ours: a recycled pid of some other program does not hold the state. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("start.ts");
  } catch {
    return true;
  }
}
