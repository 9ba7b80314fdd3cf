import { expect, test } from "vitest";
import { errorText } from "./error-text.ts";

test("a failed query is told by its cause, without the values that were bound", () => {
  const cause = new Error("D1_ERROR: no such table: endpoints");
  const error = Object.assign(
    new Error("Failed query: …\nparams: https://a.example/?key=secret", { cause }),
    {
      query: "…",
      params: ["https://a.example/?key=secret"],
    },
  );
  expect(errorText(error)).toBe("D1_ERROR: no such table: endpoints");
});

test.each([
  [
    "no answer from https://a.example/mcp?key=secret in time",
    "no answer from https://a.example/mcp?… in time",
  ],
  ['"https://me:secret@a.example/mcp#secret" failed', '"https://a.example/mcp?…" failed'],
  ["two\nlines", "two lines"],
])("keys in a URL and line ends are left out of %j", (message, shown) => {
  expect(errorText(new Error(message))).toBe(shown);
});

test("what was thrown without being an error is told too, and no line is longer than 300 characters", () => {
  expect(errorText("lost")).toBe("lost");
  expect(errorText(null)).toBe("null");
  expect(errorText(new Error("x".repeat(5_000))).length).toBe(300);
});
