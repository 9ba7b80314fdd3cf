import { readdirSync, readlinkSync } from "node:fs";
import { read } from "./instance.ts";

const LISTEN = "0A";

/** Addresses (hex, as the kernel prints them) that the given processes listen on, TCP over IPv4 and IPv6. */
export function listeners(pids: readonly number[]): string[] {
  const sockets = new Set(pids.flatMap(socketsOf));
  const rows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) =>
    (read(table) ?? "").split("\n").slice(1),
  );
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((columns) => columns[3] === LISTEN && sockets.has(columns[9] ?? ""))
    .map((columns) => columns[1] ?? "");
}

/** True for 127.0.0.0/8, ::1 and ::ffff:127.0.0.0/104 in the kernel's little-endian words. */
export function loopbackOnly(address: string): boolean {
  const [host = ""] = address.split(":");
  if (host.length === 8) return host.endsWith("7F");
  return host === "00000000000000000000000001000000" || /^0000000000000000FFFF0000[0-9A-F]{6}7F$/.test(host);
}

/** Inodes of a process's sockets. */
function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.slice(1) ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
