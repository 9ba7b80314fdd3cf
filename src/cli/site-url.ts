import { InvalidArgumentError } from "commander";
import { err, ok, type Result } from "../lib/result.ts";
import { displayUrl } from "../registry/normalise-url.ts";
import { terminalText } from "./terminal-text.ts";

const ALLOWED = "an http:// or https:// address of a host alone, such as https://plumbline.example.org";
const SHOWN_CHARS = 200;

/** The address of an instance as its origin; null for what is none: a path, a query or user-info would be lost unsaid. */
function originOf(text: string): string | null {
  // A comment of the User-Agent, in which it stands, ends at a closing bracket.
  if (!/^https?:\/\/[^\s()\\@?#]+$/i.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  return /^\/*$/.test(pathname) ? origin : null;
}

/** Reads the address of an instance from the command line. Throws what commander prints. */
export function siteUrl(text: string): string {
  const origin = originOf(text);
  if (origin === null) throw new InvalidArgumentError(`Allowed: ${ALLOWED}.`);
  return origin;
}

/** The address of an instance from `PLUMBLINE_SITE`; null where it is not set or empty. The error is one line for a person. */
export function siteOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): Result<string | null, string> {
  const text = env["PLUMBLINE_SITE"] ?? "";
  if (text === "") return ok(null);
  const origin = originOf(text);
  if (origin !== null) return ok(origin);
  return err(
    `PLUMBLINE_SITE is wrong: found "${terminalText(displayUrl(text), SHOWN_CHARS)}"; allowed: ${ALLOWED}`,
  );
}
