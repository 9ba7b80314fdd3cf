import { readFileSync } from "node:fs";

/**
 * Calls `gone` once when the process that started us has ended. Under npm our parent is a shell and npm stands behind
 * it, and a signal to npm alone reaches neither: so the parent's parent is watched too where the kernel shows it.
 */
export function watchParent(gone: () => void): void {
  const parent = process.ppid;
  const watchGrandparent = process.env["npm_lifecycle_event"] !== undefined;
  const grandparent = watchGrandparent ? parentOf(parent) : null;
  const timer = setInterval(() => {
    const left = process.ppid !== parent || (grandparent !== null && parentOf(parent) !== grandparent);
    if (!left) return;
    clearInterval(timer);
    gone();
  }, 300);
  timer.unref();
}

/** Parent pid of a process by the kernel's table; null where there is none to read (macOS, or it is gone). */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}
