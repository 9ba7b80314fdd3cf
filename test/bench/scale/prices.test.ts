import { describe, expect, it } from "vitest";
import { objectGbSeconds, scaled, usdByItem, usdInAll, usdOfMonth } from "./prices.ts";

describe("the price of units", () => {
  it("is the sum of the items at the prices beyond what is included", () => {
    const byItem = usdByItem({
      do_rows_written: 2e6,
      do_requests: 1e6,
      do_gb_s: 160_000,
      d1_rows_written: 200_000,
    });
    expect(byItem).toMatchObject({
      do_rows_written: 2,
      do_requests: 0.15,
      do_gb_s: 2,
      d1_rows_written: 0.2,
      worker_requests: 0,
    });
    expect(usdInAll(byItem)).toBeCloseTo(4.35, 10);
  });

  it("of a month within what is included is the base price alone", () => {
    expect(usdOfMonth({ do_rows_written: 50e6, do_requests: 1e6, do_gb_s: 400_000, d1_gb_months: 5 })).toBe(
      5,
    );
  });

  it("of a month beyond it counts only what is beyond", () => {
    expect(usdOfMonth({ do_rows_written: 51e6, d1_gb_months: 7 })).toBeCloseTo(5 + 1 + 1.5, 10);
  });

  it("of an object that is active for 1,000 s counts 128 GB-seconds", () => {
    expect(objectGbSeconds(1_000)).toBe(128);
    expect(scaled({ do_gb_s: 2 }, 3)).toEqual({ do_gb_s: 6 });
  });
});
