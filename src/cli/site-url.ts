import { InvalidArgumentError } from "commander";

/** Reads the address of an instance from the command line; slashes at its end are dropped. Throws what commander prints. */
export function siteUrl(text: string): string {
  // A comment of the User-Agent, in which it stands, ends at a closing bracket.
  if (/^https?:\/\/[^\s()\\]+$/i.test(text) && URL.canParse(text)) return text.replace(/\/+$/, "");
  throw new InvalidArgumentError("Allowed: an http:// or https:// address.");
}
