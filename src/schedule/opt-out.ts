import { hash32 } from "../lib/ids.ts";
import { DAY_MS } from "../lib/utc.ts";
import type { OwnerIntervalS } from "./cadence.ts";

/** "Looked up before the first probe and daily": a look-up that failed waits for the next day like any other. */
export const OPT_OUT = { lookupMs: DAY_MS } as const;

/** Name of the TXT record of a host; "label follows the bot name". */
export const optOutName = (host: string, label: string): string => `_${label}.${host}`;

/** What a host's TXT record asks for. */
export interface TxtWishes {
  readonly optOut: boolean;
  readonly ownerIntervalS: OwnerIntervalS | null;
}

export const NO_WISHES: TxtWishes = { optOut: false, ownerIntervalS: null };

/** How the TXT look-up ended: its strings ([] when the name has no TXT record), or no answer. */
export type TxtAnswer =
  | { readonly answered: true; readonly values: readonly string[] }
  | { readonly answered: false };

/**
 * The wishes after a look-up: words separated by white space, `;` or `,`, in any case: `optout`, `interval=1800`,
 * `interval=3600`; the slowest interval wins, other words are not ours. No answer: the last known wishes stay.
 */
export function txtWishesAfter(known: TxtWishes, answer: TxtAnswer): TxtWishes {
  if (!answer.answered) return known;
  const words = new Set(
    answer.values.flatMap((value) =>
      value
        .toLowerCase()
        .replaceAll('"', "")
        .split(/[\s;,]+/),
    ),
  );
  const ownerIntervalS = words.has("interval=3600") ? 3600 : words.has("interval=1800") ? 1800 : null;
  return { optOut: words.has("optout"), ownerIntervalS };
}

/** Everything that can opt an endpoint out. */
export interface OptOutInput {
  /** By form or mail, once control of the host was shown or the operator was satisfied. */
  readonly byOperatorRequest: boolean;
  readonly txt: TxtWishes;
  /** robots.txt disallows the endpoint's path to our agent. */
  readonly disallowedByRobots: boolean;
}

export interface OptOutDecision {
  /** Who opted out; null: the endpoint is probed. */
  readonly by: "request" | "txt" | "robots" | null;
  /** "with TXT/robots only the daily look-up goes on, with form or mail nothing" */
  readonly lookUp: boolean;
}

/** The decision for one endpoint; a request stands above the records, which it makes us stop reading. */
export function optOutDecision(input: OptOutInput): OptOutDecision {
  if (input.byOperatorRequest) return { by: "request", lookUp: false };
  if (input.txt.optOut) return { by: "txt", lookUp: true };
  return { by: input.disallowedByRobots ? "robots" : null, lookUp: true };
}

/** A host's daily look-up of TXT and robots.txt, as far as it is stored. */
export interface LookupState {
  /** Latest look-up, ms; null before the first, which must come before the first probe. */
  readonly lastMs: number | null;
}

/**
 * When the next look-up of a host is due: at once before the first probe; then at a second of the UTC day given by the
 * host's hash, so that they spread over the day: never more than a day after the one before, whose wish is honoured.
 */
export function nextLookupMs(host: string, { lastMs }: LookupState): number {
  if (lastMs === null) return 0;
  const second = (hash32(host) % (OPT_OUT.lookupMs / 1000)) * 1000;
  return (Math.floor((lastMs - second) / OPT_OUT.lookupMs) + 1) * OPT_OUT.lookupMs + second;
}
