import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";
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
  ["connect ECONNREFUSED 192.0.2.7:443", "connect ECONNREFUSED (address):443"],
  ["no route to [2001:db8::7]:443", "no route to [(address)]:443"],
  ["2001:db8:1:2:3:4:5:6 and ::1 are gone", "(address) and (address) are gone"],
  [
    "late since 12:30:05, 2026-11-30T12:30:05.000Z, v1.2.3",
    "late since 12:30:05, 2026-11-30T12:30:05.000Z, v1.2.3",
  ],
])("keys in a URL, addresses and line ends are left out of %j", (message, shown) => {
  expect(errorText(new Error(message))).toBe(shown);
});

test("a text that could not be parsed is not repeated: it may be a stranger's", async () => {
  const parsed: Promise<unknown> = new Response("<html>secret").json();
  await expect(parsed).rejects.toThrow("secret");
  expect(errorText(await parsed.catch((error: unknown) => error))).toBe("a text that could not be parsed");
});

test("what was thrown without being an error is told too, and no line is longer than 300 characters", () => {
  expect(errorText("lost")).toBe("lost");
  expect(errorText(null)).toBe("null");
  expect(errorText(new Error("x".repeat(5_000))).length).toBe(300);
});

test("of a message of any length only the beginning is looked at, and no key of a URL that it cuts through is told", () => {
  expect(errorText(new Error(`https://${"secret".repeat(1_000)}@a.example/`))).toBe("https:…");
  const startMs = systemClock.elapsed();
  errorText(new Error("http:".repeat(200_000)));
  // In the square of its length it would take minutes.
  expect(systemClock.elapsed() - startMs).toBeLessThan(2_000);
});
