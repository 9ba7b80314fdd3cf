import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

/** Who holds a state folder. */
const holderSchema = z.object({ pid: z.int().positive(), startedAt: z.string(), site: z.string() });
type Holder = z.infer<typeof holderSchema>;

/**
 * Takes the state folder for this process. Returns null, or one line saying who holds it or why it cannot be taken (it holds something else, it cannot be written). A
 * lock whose process is gone (killed, machine restarted), or that nobody can read, is taken over.
 */
export function lockState(folder: string, site: string, freeMiB = diskFreeMiB): string | null {
  try {
    makeFolder(folder);
    const free = freeMiB(folder);
    if (free < LEAST_FREE_MIB)
      return `the disk of the state folder ${folder} has ${free} MiB left and at least ${LEAST_FREE_MIB} are needed; make room, or choose another with --state`;
    const foreign = foreignEntry(folder);
    if (foreign !== null)
      return `${folder} holds ${foreign}, which is no state of Plumbline; choose an empty or a new folder with --state`;
    return take(folder, { pid: process.pid, startedAt: new Date().toISOString(), site });
  } catch (error) {
    return `the state folder ${folder} cannot be used: ${(error as Error).message}; choose another with --state`;
  }
}

/** Room for the state of a practice instance, of which a disk that fills up later would only log internal errors. */
const LEAST_FREE_MIB = 64;

function diskFreeMiB(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 2 ** 20);
}

/** One folder at a time: the recursive mkdir of Node never returns below one that takes no folder, such as /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function take(folder: string, mine: Holder): string | null {
  const file = `${folder}/holder.json`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (place(file, mine)) {
      process.on("exit", () => unlockState(folder));
      return null;
    }
    const holder = readHolder(file);
    if (holder && isAlive(holder.pid)) return heldBy(folder, holder);
    const newer = moveAside(file);
    if (newer) return heldBy(folder, newer);
  }
  return `the state in ${folder} is being taken by another start; try again`;
}

const heldBy = (folder: string, { pid, startedAt, site }: Holder): string =>
  `the state in ${folder} is held by process ${pid}, started ${startedAt}, serving ${site}; stop it, or choose another folder with --state`;

/** Puts the lock there, its whole content at once: another start never reads half of it. False when one is there. */
function place(file: string, mine: Holder): boolean {
  const own = `${file}.${mine.pid}`;
  writeFileSync(own, JSON.stringify(mine));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Moves a lock that nobody holds out of the way. Two starts may find the same old lock: the slower one moves the new
 * lock of the faster, sees that and puts it back. @returns the holder of that new lock
 */
function moveAside(file: string): Holder | null {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
  const moved = readHolder(aside);
  const isHeld = moved !== null && isAlive(moved.pid);
  if (isHeld) linkSync(aside, file);
  rmSync(aside, { recursive: true, force: true });
  return isHeld ? moved : null;
}

/** Something in a folder that is no state of ours: `--fresh` must never empty it. Null when it is fit. */
const foreignEntry = (folder: string): string | null =>
  readdirSync(folder).find((entry) => entry !== "v3" && !entry.startsWith("holder.json")) ?? null;

/** Gives the state folder back, if this process holds it. */
export function unlockState(folder: string): void {
  const file = `${folder}/holder.json`;
  if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
}

function readHolder(file: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** True when the pid is a process of ours: a recycled pid of some other program does not hold the state. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("start.ts");
  } catch {
    return true;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
