import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import { sleep, withDeadline } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { readBody } from "../../probe/read-body.ts";
import { retryAfterSeconds } from "../../probe/wire/headers.ts";
import type { FetchJson } from "./verify-server.ts";

/** Longest wait for one document, ms; a ledger of 35 days is some MB. */
const TIMEOUT_MS = 60_000;
/** Longest document that is read. */
const DOCUMENT_BYTES = 32 * 1024 * 1024;

/** The platform's fetch, as a parameter. */
export type Ask = (url: string, init?: RequestInit) => Promise<Response>;

/** A site that limits its readers (429) is asked again after its `Retry-After`: so often a document, and only for so long. */
const WAITS = 3;
const LONGEST_WAIT_S = 120;

export interface SiteJsonParts {
  readonly ask: Ask;
  readonly clock: Clock;
  /** Aborts at Ctrl-C. */
  readonly outer?: AbortSignal;
  /** Told before every wait that a site asked for. */
  readonly onWait?: (seconds: number) => void;
}

/** Fetches JSON documents of one site, at the pace that it asks for. Never throws. */
export function siteJson(site: string, parts: SiteJsonParts): FetchJson {
  const { clock, outer, onWait } = parts;
  return async (path) => {
    for (let waits = 0; ; waits += 1) {
      const { result, waitS } = await withDeadline(clock, TIMEOUT_MS, outer, (signal) =>
        askOnce(new URL(path, site).href, parts, signal),
      );
      if (waitS === null || waits === WAITS) return result;
      onWait?.(waitS);
      await sleep(clock, waitS * 1000, outer);
    }
  };
}

interface Answer {
  readonly result: Result<unknown, string>;
  /** Seconds after which the site wants to be asked again; null where it said nothing of the kind, or asks for too much. */
  readonly waitS: number | null;
}

async function askOnce(url: string, { ask, clock }: SiteJsonParts, signal: AbortSignal): Promise<Answer> {
  const final = (result: Answer["result"]): Answer => ({ result, waitS: null });
  try {
    const response = await ask(url, { signal, redirect: "manual", headers: { accept: "application/json" } });
    const { bytes, end } = await readBody(response.body, DOCUMENT_BYTES, signal);
    const { status } = response;
    if (status >= 300 && status < 400)
      return final(err(`HTTP ${status}, and a redirect is not followed: name the site itself`));
    if (status === 429) return { result: err("HTTP 429"), waitS: waitOf(response, clock.now()) };
    if (!response.ok) return final(err(`HTTP ${status}`));
    if (end === "cut") return final(err("larger than 32 MiB"));
    if (end !== "whole") return final(err(end === "aborted" ? "no answer in time" : "broke off"));
    return final(ok(JSON.parse(new TextDecoder().decode(bytes)) as unknown));
  } catch (error) {
    if (error instanceof SyntaxError) return final(err("not JSON"));
    return final(err(signal.aborted ? "no answer in time" : "not reachable"));
  }
}

/** "Retry-After: 0" is a second: who asks again at once is refused again. */
function waitOf({ headers }: Response, nowMs: number): number | null {
  const asked = retryAfterSeconds([["retry-after", headers.get("retry-after") ?? ""]], nowMs);
  return asked === null || asked > LONGEST_WAIT_S ? null : Math.max(asked, 1);
}
