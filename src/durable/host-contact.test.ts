import { describe, expect, it } from "vitest";
import type { Observation, Outcome } from "../contract/observation.ts";
import { HostContact } from "./host-contact.ts";

/** Keeps one value, as the object's storage does over its lives. */
function storeOf() {
  const kept: { value: unknown; writes: number } = { value: null, writes: 0 };
  return {
    kept,
    hostValue: () => kept.value,
    putHostValue: (_key: string, value: unknown) => {
      kept.value = structuredClone(value);
      kept.writes += 1;
    },
  };
}

const seen = (outcome: Outcome, atMs: number, endpoint = "e_1") =>
  ({ endpoint, outcome, started_at: atMs, slot: 1, retry_after_s: null }) as Observation;

describe("contact with a host", () => {
  it("after a wake follows from the newest observations, in the order of their starts", () => {
    const recent = [seen("timeout", 30), seen("skipped", 40), seen("up", 10), seen("timeout", 20)];
    const contact = new HostContact(storeOf(), recent);
    expect(contact.failuresInARow).toBe(2);
    expect(contact.lastStartMs).toBe(30);
    expect(contact.lastTurnMs).toBeNull();
  });

  it("counts checks and visits that are in progress", () => {
    const contact = new HostContact(storeOf(), []);
    contact.begin(1_000);
    contact.begin(2_000);
    contact.end();
    expect([contact.inProgress, contact.lastStartMs]).toEqual([1, 2_000]);
  });

  it("a skipped slot says nothing of the host", () => {
    const contact = new HostContact(storeOf(), [seen("timeout", 10)]);
    contact.observe(seen("skipped", 20));
    expect(contact.failuresInARow).toBe(1);
  });

  it("three endpoints limited within the hour step the host, and the step outlives the object", () => {
    const store = storeOf();
    const contact = new HostContact(store, []);
    for (const endpoint of ["e_1", "e_2", "e_3"]) contact.observe(seen("rate_limited", 1_000, endpoint));
    expect(contact.ladder.step).toBe(1);
    expect(new HostContact(store, []).ladder).toEqual(contact.ladder);
  });

  it("an ordinary visit stores nothing", () => {
    const store = storeOf();
    const contact = new HostContact(store, []);
    for (const outcome of ["up", "timeout", "auth_required"] as const) contact.observe(seen(outcome, 1_000));
    expect(store.kept.writes).toBe(0);
  });
});
