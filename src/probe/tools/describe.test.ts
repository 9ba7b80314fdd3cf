import { describe, expect, test } from "vitest";
import { describeTools } from "./describe.ts";

describe("describeTools", () => {
  test("one bad entry never takes the list with it", () => {
    const list = describeTools([null, 5, { name: "a", inputSchema: { type: "object" } }], { complete: true });
    expect(list.tools.map((tool) => tool.name)).toEqual(["a"]);
    expect(list.malformed_count).toBe(2);
  });
});
