import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import { withDeadline } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { readBody } from "../../probe/read-body.ts";
import type { FetchJson } from "./verify-server.ts";

/** Longest wait for one document, ms; a ledger of 35 days is some MB. */
const TIMEOUT_MS = 60_000;
/** Longest document that is read. */
const DOCUMENT_BYTES = 32 * 1024 * 1024;

/** The platform's fetch, as a parameter. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>;

/** Fetches JSON documents of one site; `ask` is the platform's fetch. Never throws. */
export function siteJson(site: string, ask: Ask, clock: Clock, outer?: AbortSignal): FetchJson {
  return (path) =>
    withDeadline(clock, TIMEOUT_MS, outer, async (signal): Promise<Result<unknown, string>> => {
      try {
        const response = await ask(new URL(path, site).href, {
          signal,
          redirect: "manual",
          headers: { accept: "application/json" },
        });
        const { bytes, end } = await readBody(response.body, DOCUMENT_BYTES, signal);
        if (response.status >= 300 && response.status < 400)
          return err(`HTTP ${response.status}, and a redirect is not followed: name the site itself`);
        if (!response.ok) return err(`HTTP ${response.status}`);
        if (end === "cut") return err("larger than 32 MiB");
        if (end !== "whole") return err(end === "aborted" ? "no answer in time" : "broke off");
        return ok(JSON.parse(new TextDecoder().decode(bytes)) as unknown);
      } catch (error) {
        return err(
          error instanceof SyntaxError ? "not JSON" : signal.aborted ? "no answer in time" : "not reachable",
        );
      }
    });
}
