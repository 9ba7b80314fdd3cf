import { afterEach, expect, test, vi } from "vitest";
import { logFault } from "./log-fault.ts";

const write = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => void write.mockClear());

/** The line that a fault leaves in the log. */
function line(...fault: Parameters<typeof logFault>): unknown {
  logFault(...fault);
  expect(write).toHaveBeenCalledOnce();
  return JSON.parse(String(write.mock.calls[0]?.[0]));
}

test("a fault is one line with event, facts, the error's name and its message", () => {
  expect(line("turn_failed", new TypeError("no such row"), { host: "a.example", slot: 7 })).toEqual({
    event: "turn_failed",
    host: "a.example",
    slot: 7,
    name: "TypeError",
    error: "no such row",
  });
});

test("what a server wrote into an error stays within bounds, its name as well", () => {
  const error = new Error(`\u001b[2J${"x".repeat(100_000)}`);
  error.name = "n\n".repeat(50_000);
  logFault("probe_failed", error);
  const text = String(write.mock.calls[0]?.[0]);
  expect(text.length).toBeLessThan(500);
  expect(text).not.toMatch(/\\u001b|\\n/);
});

test("what was thrown without being an error is named by its type", () => {
  expect(line("check_failed", "lost")).toEqual({ event: "check_failed", name: "string", error: "lost" });
});
