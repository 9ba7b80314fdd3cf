import type { Tier, Totals } from "../contract/leaderboard.ts";
import type { ListChoice } from "./list-choice.ts";

/** What a list is ordered by, and how often the order is made anew. */
export function orderSentence({ reading, isUnrated }: ListChoice): string {
  switch (reading) {
    case null:
      return isUnrated ? "Servers without a rating yet, by name." : "By name.";
    case "health":
      return "Reachable servers first, each by the lower end of its Health; servers without a rating follow by name. One list a tier; the order is renewed every hour.";
    case "rank":
      return "By rank score: how steadily a server answers, how well its tools are defined and how fast it is. One list for all tiers; the order is renewed daily at 00:20 UTC.";
    case "checks":
      return "By the number of checks passed, then by those of the connection. One list for all tiers; the order is renewed daily at 00:20 UTC.";
  }
}

const SERVERS_OF: Readonly<Record<Tier, (count: number) => string>> = {
  open: (count) => `${servers(count)} open to anyone`,
  gated: (count) => `${servers(count)} that ${count === 1 ? "asks" : "ask"} for sign-in`,
  unknown: (count) => `${servers(count)} of unknown tier, since no visit has succeeded yet`,
};

/** The counts of a list in a sentence; empty before the first count. */
export function totalsSentence(totals: Totals | null, { tier, isUnrated }: ListChoice): string {
  // Counts are made a minute after the first listings: until then they say nothing.
  if (totals === null || Object.values(totals).every(({ listed }) => listed === 0)) return "";
  if (tier !== null) {
    const { listed, rated, reachable } = totals[tier];
    return `${SERVERS_OF[tier](listed)}: ${rated} rated, ${reachable} reachable.`;
  }
  const { open, gated, unknown } = totals;
  const sum = (figure: "listed" | "rated" | "reachable") => open[figure] + gated[figure] + unknown[figure];
  if (isUnrated) return `${sum("listed") - sum("rated")} of ${servers(sum("listed"))}.`;
  return `${servers(sum("listed"))}: ${open.listed} open, ${gated.listed} behind a sign-in, ${unknown.listed} of unknown tier; ${sum("rated")} rated, ${sum("reachable")} reachable.`;
}

const servers = (count: number): string => `${count} ${count === 1 ? "server" : "servers"}`;
