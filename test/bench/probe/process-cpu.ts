import { readFileSync, readdirSync } from "node:fs";

/** Ticks of `utime` and `stime` a second; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Children of this process whose program is workerd. */
export function workerdChildren(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isWorkerdChild(pid));
}

function isWorkerdChild(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.includes("(workerd)") && Number(fields(stat)[1]) === process.pid;
  } catch {
    return false;
  }
}

/** CPU that a process has used since its start, all threads, ms. */
export function cpuMs(pid: number): number {
  const stat = fields(readFileSync(`/proc/${pid}/stat`, "utf8"));
  return ((Number(stat[11]) + Number(stat[12])) * 1_000) / TICKS_PER_SECOND;
}

/** Resident memory of a process, bytes. */
export function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) * 1_024;
}

/** Fields of a stat line from the third one on: the name before may hold spaces. */
const fields = (stat: string): string[] => stat.slice(stat.lastIndexOf(")") + 2).split(" ");
