import { expect, it } from "vitest";
import { leaderboardQuerySchema, type Totals } from "../contract/leaderboard.ts";
import { listChoice, listSearch } from "./list-choice.ts";
import { totalsSentence } from "./list-words.ts";

const TOTALS: Totals = {
  open: { listed: 17, rated: 14, reachable: 16 },
  gated: { listed: 1, rated: 1, reachable: 1 },
  unknown: { listed: 0, rated: 0, reachable: 0 },
};
const choice = (query: Record<string, string>) => listChoice(leaderboardQuerySchema.parse(query));

it.each([
  [{}, "18 servers: 17 open, 1 behind a sign-in, 0 of unknown tier; 15 rated, 17 reachable."],
  [{ reading: "health" }, "17 servers open to anyone: 14 rated, 16 reachable."],
  [{ reading: "rank", tier: "gated" }, "1 server that asks for sign-in: 1 rated, 1 reachable."],
  [{ rated: "false" }, "3 of 18 servers."],
])("the totals of %o are said as: %s", (query, sentence) => {
  expect(totalsSentence(TOTALS, choice(query))).toBe(sentence);
});

it("nothing is said of totals that were never counted", () => {
  expect(totalsSentence(null, choice({}))).toBe("");
});

it.each([
  [{}, ""],
  [{ reading: "health" }, "?reading=health"],
  [{ reading: "health", tier: "gated" }, "?reading=health&tier=gated"],
  [{ reading: "rank", tier: "open" }, "?reading=rank&tier=open"],
  [{ rated: "false" }, "?rated=false"],
])("the address of the list of %o asks for it again", (query, search) => {
  expect(listSearch(choice(query))).toBe(search);
  expect(choice(Object.fromEntries(new URLSearchParams(search)))).toEqual(choice(query));
});
