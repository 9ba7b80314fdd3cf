import { expect, test } from "vitest";
import type { Listing } from "../settings.ts";
import { manualListings } from "./manual-listings.ts";

const of = (...listings: Listing[]) =>
  manualListings({ LISTINGS: listings, ALLOW_LOOPBACK_TARGETS: false } as unknown as Parameters<
    typeof manualListings
  >[0]);
const entry = { name: "com.example/a", url: "https://a.example/mcp" };

test("an entry is neither opted out nor paused unless it says so", () => {
  expect(of(entry)).toMatchObject([{ optedOut: false, pause: null }]);
  expect(of({ ...entry, optout: true })).toMatchObject([{ optedOut: true, pause: null }]);
});

test.each([
  ["2027-01-31T08:00:00Z", undefined, "2027-01-31T08:00:00Z", null],
  ["2027-01-31T08:00:01Z", undefined, "2027-01-31T09:00:00Z", null],
  ["2027-01-31T23:59:59Z", "2027-02-07T10:30:00Z", "2027-02-01T00:00:00Z", "2027-02-07T10:30:00Z"],
])("a pause from %s to %s runs from the full hour %s to %s", (from, to, fromHour, end) => {
  const [listed] = of({ ...entry, pause: { from, to } });
  expect(listed?.pause).toEqual({
    fromMs: Date.parse(fromHour),
    toMs: end === null ? null : Date.parse(end),
  });
});
