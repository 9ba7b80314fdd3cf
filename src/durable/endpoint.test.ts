import { expect, test } from "vitest";
import type { Assignment } from "../db/listings.ts";
import { endpointOf, newEndpoint } from "./endpoint.ts";
import type { StoredEndpoint } from "./host-store.ts";

const assignment: Assignment = {
  endpointId: "e_1",
  host: "a.example",
  url: "https://a.example/mcp",
  declaredTransport: null,
  server: { slug: "a", name: "a", title: "a" },
};
const SCHEDULE = {
  tier: { tier: "gated", other: "open", row: 2 },
  ladder: { step: 3, sinceMs: 1_000, slot: 7, retryAtMs: 0 },
  refusingSinceMs: 5,
  unreachableSinceMs: null,
  freshFromSlot: null,
  endOfDay: { day: 20_000, state: "reachable" },
};

/** The schedule of an endpoint whose row holds this one. */
function scheduleOf(schedule: unknown) {
  const row: StoredEndpoint = {
    assignment,
    memory: null,
    schedule: JSON.stringify(schedule),
    standing: null,
    revision: 0,
    drift: null,
    written: null,
    writtenRevision: 0,
  };
  return endpointOf(row, []).schedule;
}

test("a stored schedule is read as it was written, also one from before the end of the day was kept", () => {
  expect(scheduleOf(SCHEDULE)).toEqual(SCHEDULE);
  expect(scheduleOf({ ...SCHEDULE, endOfDay: undefined })).toEqual({ ...SCHEDULE, endOfDay: null });
});

test.each([
  ["a tier that is none", { tier: { ...SCHEDULE.tier, tier: "closed" } }],
  ["another tier that cannot be one", { tier: { ...SCHEDULE.tier, other: "unknown" } }],
  ["a step that the ladder has not", { ladder: { ...SCHEDULE.ladder, step: 5 } }],
  ["a ladder without a time", { ladder: { step: 1, slot: 7, retryAtMs: 0 } }],
  ["a state that is none", { endOfDay: { day: 1, state: "up" } }],
])("a stored schedule with %s is begun afresh", (_, damage) => {
  expect(scheduleOf({ ...SCHEDULE, ...damage })).toEqual(newEndpoint(assignment).schedule);
});
