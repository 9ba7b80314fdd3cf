import { getDomain } from "tldts";
import type { Observation } from "../contract/observation.ts";
import { vote } from "../score/verdict/state.ts";
import type { FreshFailure } from "./network.ts";

/**
 * The fresh failure that an endpoint's newest observation is: it fails and the vote before it answered. Null for every
 * other observation.
 * @param newestFirst observations of one network
 */
export function freshFailure(hostname: string, newestFirst: readonly Observation[]): FreshFailure | null {
  const [newest, ...earlier] = newestFirst;
  if (newest === undefined || vote(newest.outcome) !== "fails") return null;
  const before = earlier.map(({ outcome }) => vote(outcome)).find((says) => says !== null);
  if (before !== "answers") return null;
  return { host: hostname, domain: getDomain(hostname) ?? hostname, atMs: newest.started_at };
}
