import { expect, test } from "vitest";
import { isUnauthorised } from "./unauthorised.ts";

const ROWS: readonly (readonly [message: string, code: number | null, yes: boolean])[] = [
  ["Unauthorized", -32_001, true],
  ["Unauthorised: no session", -32_000, true],
  ["User is not authenticated", -32_000, true],
  ["Authentication required", -32_600, true],
  ["Missing API key", -32_000, true],
  ["Invalid or expired access token", -32_000, true],
  ["API key is required", null, true],
  ["Please sign in", -32_000, true],
  ["nothing", 401, true],
  ["Bad Request: No valid session ID provided", -32_000, false],
  ["Bad Request: Server not initialized", -32_000, false],
  ["Unexpected token < in JSON", -32_700, false],
  ["Method not found", -32_601, false],
  ["Invalid request parameters", -32_602, false],
  ["Session not found", -32_001, false],
  ["Unsupported protocol version", -32_022, false],
  ["The author of this tool is unknown", -32_000, false],
  ["Rate limit: too many keys", -32_000, false],
];

test.for(ROWS)("%s (%s) is sign-in: %s", ([message, code, yes]) => {
  expect(isUnauthorised({ kind: "error", error: { code, message, data: null } })).toBe(yes);
});

test("a result is never a refusal, whatever its text says", () => {
  expect(isUnauthorised({ kind: "result", result: { message: "Unauthorized" }, text: "" })).toBe(false);
});
