import type { DoorResponse } from "../door.ts";
import { header } from "./headers.ts";

/**
 * Where a 307 or 308 may lead us: the same host over https, or the very same origin (a plain-http endpoint is not made
 * less safe by it). Null: not followed. The door applies the target rules to it again.
 */
export function redirectTarget(
  from: string,
  response: Pick<DoorResponse, "status" | "headers">,
): string | null {
  return response.status === 307 || response.status === 308 ? safeLocation(from, response) : null;
}

/** The `Location` of an answer where it stays on the host and is no less safe; null otherwise. */
export function safeLocation(from: string, response: Pick<DoorResponse, "headers">): string | null {
  const to = locationOf(from, response);
  if (to === null || to.username !== "" || to.password !== "") return null;
  const source = new URL(from);
  if (to.hostname !== source.hostname) return null;
  if (to.protocol !== "https:" && to.origin !== source.origin) return null;
  to.hash = "";
  return to.href;
}

/** The absolute URL of a redirect's `Location`, or null where there is none to be read. */
export function locationOf(from: string, response: Pick<DoorResponse, "headers">): URL | null {
  const location = header(response.headers, "location");
  if (location === null || !URL.canParse(location, from)) return null;
  return new URL(location, from);
}
