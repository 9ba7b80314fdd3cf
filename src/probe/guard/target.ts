import type { ErrorCode } from "../../contract/observation.ts";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import type { DoorFailure } from "../door.ts";
import { failure } from "../failure.ts";
import { findPlaceholder } from "./placeholder.ts";

/** A URL that passed the rules which need no look-up. */
export interface TargetUrl {
  /** Normalised, without fragment: what is sent to. */
  readonly href: string;
  readonly secure: boolean;
  /** Lower-case name, or an address without brackets. */
  readonly host: string;
  /** `Host` header value: the port only when it is not the scheme's own. */
  readonly authority: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
}

/**
 * The rules of METHOD.md section 1 that the string alone decides: no placeholder (looked for before parsing), http or
 * https, no user-info, port 80, 443 or ≥ 1024. Decimal, octal, hexadecimal and short IPv4 hosts come out of the URL
 * parser as dotted decimal.
 */
export function parseTarget(rawUrl: string): Result<TargetUrl, DoorFailure> {
  const placeholder = findPlaceholder(rawUrl);
  if (placeholder !== null) return err(failure("templated", "template_placeholder"));
  // The URL parser drops tabs and line breaks and trims blanks: a listing that holds them is not what it seems.
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f]/.test(rawUrl))
    return notAllowed("target_url", "white space or control character");
  if (!URL.canParse(rawUrl)) return notAllowed("target_url", "");
  const url = new URL(rawUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:") return notAllowed("target_scheme", "");
  if (url.username !== "" || url.password !== "" || hasUserInfo(rawUrl))
    return notAllowed("target_userinfo", "");
  const secure = url.protocol === "https:";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  if (port !== 80 && port !== 443 && port < 1024) return notAllowed("target_port", `port ${port}`);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isLocalName(host)) return notAllowed("target_address", "a name that means this machine");
  url.hash = "";
  return ok({ href: url.href, secure, host, authority: url.host, port, path: url.pathname + url.search });
}

/** An empty user-info (`https://@host/`) leaves no trace after parsing. */
function hasUserInfo(rawUrl: string): boolean {
  return /^[^:]*:[/\\]*([^/?#\\]*)/.exec(rawUrl)?.[1]?.includes("@") ?? false;
}

/** Names under `localhost` mean this machine (RFC 6761); `localhost` itself is for the address rule to judge. */
function isLocalName(host: string): boolean {
  return host !== "localhost" && /(?:^|\.)localhost\.*$/.test(host);
}

const notAllowed = (code: ErrorCode, note: string): Result<never, DoorFailure> =>
  err(failure("target_not_allowed", code, note));
