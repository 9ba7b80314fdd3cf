import { describe, expect, it } from "vitest";
import { OUTCOMES } from "../src/contract/observation.ts";
import { EXPECTED } from "./expected.ts";
import { planAddresses } from "./network/addresses.ts";
import { choose, ROSTER } from "./roster.ts";

describe("the roster", () => {
  it("has exactly one member for every row of the expected table", () => {
    expect(ROSTER.map(({ name }) => name).sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it("describes each member in one line of its own", () => {
    const lines = ROSTER.map(({ description }) => description);
    expect(new Set(lines).size).toBe(lines.length);
    for (const line of lines) expect(line).toMatch(/^[^\n|]{8,120}$/);
  });

  it("reaches every outcome of the method, save the slot that was not run", () => {
    const reached = new Set(Object.values(EXPECTED).map(({ outcome }) => outcome));
    expect(OUTCOMES.filter((outcome) => !reached.has(outcome))).toEqual(["skipped"]);
  });

  it("names for the basic set the eight members that the first start shows", () => {
    expect(choose("basic", null).map(({ name }) => name)).toEqual([
      "sdk-v2-dual",
      "sdk-v1-stateful",
      "everything",
      "oauth-401",
      "status-500",
      "html-instead",
      "hang",
      "reset",
    ]);
  });

  it("gives the same address to a member whoever else is started, and the same to two that share one", () => {
    const plan = planAddresses(ROSTER, 9_000, true);
    const places = [...plan.values()].map(({ host, port }) => `${host}:${port}`);
    expect(new Set(places).size).toBe(ROSTER.length);
    expect(plan.get("html-instead")?.host).toBe(plan.get("status-500")?.host);
    expect(places.every((place) => place.startsWith("127.0."))).toBe(true);
  });

  it("tells members apart by port where they have one address for all", () => {
    const plan = planAddresses(ROSTER, 9_000, false);
    expect(new Set([...plan.values()].map(({ host }) => host))).toEqual(new Set(["127.0.0.1"]));
    expect(new Set([...plan.values()].map(({ port }) => port)).size).toBe(ROSTER.length);
  });
});
