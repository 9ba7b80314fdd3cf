import { DAY_MS } from "../../lib/utc.ts";
import { attemptOf } from "../formula/outcome-readings.ts";
import { notMeasured, verdict } from "./check.ts";
import type { Check } from "./check.ts";

export const ACCESS = {
  /** Age up to which a quote of the publisher's page counts, days. */
  quoteDaysMax: 90,
} as const;

/** Checks 10–12, "What access do I need?". */
export const ACCESS_CHECKS: readonly Check[] = [
  {
    number: 10,
    id: "open_access",
    label: "Open access",
    type: "T",
    group: "access",
    oneVisit: true,
    rule: "Passed when the listing declares no required credential and the latest attempt listed tools without one; failed when it declares one, or the latest counted visit was asked to sign in or pay.",
    why: "Can I look without signing in?",
    keep_in_mind: "Using a tool may still need a credential.",
    judge({ publisher, latestAttempt, latestCounted }) {
      if (publisher?.credential_required === true)
        return verdict(false, null, "the listing declares a credential");
      const outcome = latestCounted?.outcome;
      if (outcome === "auth_required" || outcome === "payment_required") {
        return verdict(false, latestCounted?.started_at ?? null, outcome);
      }
      const listed =
        latestAttempt !== null &&
        attemptOf(latestAttempt.outcome, latestAttempt.tools_ok) === "success" &&
        (latestAttempt.tool_count ?? 0) > 0;
      return listed
        ? verdict(true, latestAttempt.started_at, "tools listed without a credential")
        : notMeasured("the latest attempt listed no tools", latestAttempt?.started_at ?? null);
    },
  },
  {
    number: 11,
    id: "standard_auth",
    label: "Standard auth",
    type: "P",
    group: "access",
    oneVisit: true,
    rule: "Passed when a sign-in is required and the protected-resource metadata is there as a JSON object; failed on a definitive negative; not measured where no sign-in is required, nor for a single demand of an open endpoint.",
    why: "It tells clients how to sign in.",
    keep_in_mind: "No login is tried; services with API keys fail by design.",
    judge({ tier, latestCounted, door }) {
      if (tier !== "gated" || latestCounted?.outcome !== "auth_required")
        return notMeasured("no sign-in required");
      if (door === null || door.resource_metadata === "undetermined")
        return notMeasured("no definitive answer yet");
      return verdict(
        door.resource_metadata === "found",
        door.at,
        `protected-resource metadata ${door.resource_metadata}`,
      );
    },
  },
  {
    number: 12,
    id: "free_tier_cited",
    label: "Free tier cited",
    type: "P",
    group: "access",
    oneVisit: false,
    rule: `Passed when a quote of the publisher's page says free or freemium and was verified at most ${ACCESS.quoteDaysMax} days ago; failed when it says paid only or is older.`,
    why: "Stronger than assuming.",
    keep_in_mind: "Without a quote it is not measured.",
    judge({ publisher, asOfMs }) {
      const quote = publisher?.price_quote ?? null;
      if (quote === null) return notMeasured("no quote");
      const fresh = asOfMs - quote.verified_at <= ACCESS.quoteDaysMax * DAY_MS;
      return verdict(quote.says !== "paid" && fresh, quote.verified_at, `the quote says ${quote.says}`);
    },
  },
];
