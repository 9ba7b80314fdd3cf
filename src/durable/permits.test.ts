import { describe, expect, it } from "vitest";
import { SCHEDULE } from "../limits.ts";
import { KEPT_FOR_DNS, Permits, visitWeight } from "./permits.ts";

const gate = () => Promise.withResolvers<void>();

describe("permits", () => {
  it("let four plain visits run, or two over HTTP+SSE, and a DNS look-up beside them", () => {
    for (const [transport, most] of [
      ["streamable-http", 4],
      ["http+sse", 2],
    ] as const) {
      const permits = new Permits(SCHEDULE.outgoingPermits);
      for (let n = 0; n < most; n++) expect(permits.tryTake(visitWeight(transport), KEPT_FOR_DNS)).toBe(true);
      expect(permits.tryTake(visitWeight(transport), KEPT_FOR_DNS)).toBe(false);
      expect(permits.tryTake(1, 0)).toBe(true);
      expect(permits.tryTake(1, 0)).toBe(false);
    }
  });

  it("are handed to who waited first among those that fit; a small one passes a large one", async () => {
    const permits = new Permits(2);
    const [first, done] = [gate(), [] as string[]];
    const holding = permits.with(1, 0, () => first.promise);
    const large = permits.with(2, 0, () => Promise.resolve(done.push("large")));
    const small = permits.with(1, 0, () => Promise.resolve(done.push("small")));
    await small;
    expect(done).toEqual(["small"]);
    first.resolve();
    await Promise.all([holding, large]);
    expect(done).toEqual(["small", "large"]);
  });

  it("come back when the work fails", async () => {
    const permits = new Permits(1);
    await expect(permits.with(1, 0, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(permits.tryTake(1, 0)).toBe(true);
  });
});
