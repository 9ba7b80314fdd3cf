import { describe, expect, it } from "vitest";
import { joinTxtStrings } from "./txt-strings.ts";

describe("joinTxtStrings", () => {
  it.each([
    ["one quoted string", '"optout"', "optout"],
    ["several strings, joined without a blank", '"opt" "out"', "optout"],
    ["an unquoted string as some resolvers send it", "optout", "optout"],
    ["escaped quotes and backslashes", String.raw`"a\"b\\c"`, 'a"b\\c'],
    ["a decimal escape", String.raw`"interval\0611800"`, "interval=1800"],
    ["an empty string", '""', ""],
    ["a string that never ends", '"optout', ""],
  ])("reads %s", (_what, data, text) => {
    expect(joinTxtStrings(data)).toBe(text);
  });
});
