import { describe, expect, it } from "vitest";
import { isUnderSessionRule, refusedDeletesAfter } from "./session-rule.ts";

describe("the session rule", () => {
  it.each<[string, (number | null)[], boolean]>([
    ["405 three probes running", [405, 405, 405], true],
    ["405 and 501 mixed, three probes running", [405, 501, 405], true],
    ["405 twice", [405, 405], false],
    ["a confirmed DELETE in between", [405, 405, 200, 405, 405], false],
    ["probes that were issued no id in between", [405, null, 405, null, 405], true],
    ["another refusal", [404, 500, 403, 404], false],
    ["lifted by a confirmed DELETE", [405, 405, 405, 405, 204], false],
  ])("applies rightly after %s", (_, statuses, applies) => {
    expect(isUnderSessionRule(statuses.reduce(refusedDeletesAfter, 0))).toBe(applies);
  });
});
