import { expect, test } from "vitest";
import { namesHandshake, namesStateless, refusalOf } from "./refusal.ts";
import type { Reply } from "./reply.ts";

const rpc = (code: number, message: string, data: unknown = null): Reply => ({
  kind: "error",
  error: { code, message, data },
});

type Row = readonly [
  code: number,
  message: string,
  overRevision: boolean,
  about: "revision" | "session" | null,
];

const ROWS: readonly Row[] = [
  [-32_022, "no", true, "revision"],
  [-32_004, "no", true, "revision"],
  [-32_602, "Invalid params", true, null],
  [-32_602, "Unsupported protocol version", true, "revision"],
  [
    -32_000,
    "Bad Request: Unsupported protocol version: 2026-07-28 (supported versions: 2025-06-18)",
    true,
    "revision",
  ],
  [-32_600, "Invalid Request: Server already initialized", false, null],
  [-32_600, "Bad Request: Missing session ID", false, "session"],
  [-32_000, "Bad Request: No valid session ID provided", false, "session"],
  [-32_000, "Bad Request: Mcp-Session-Id header is required", false, "session"],
  [-32_001, "Session not found", false, "session"],
  [-32_603, "Too many open sessions", false, null],
  [-32_000, "Not Acceptable: Client must accept both application/json and text/event-stream", false, null],
  [-32_603, "Internal error", false, null],
];

test.for(ROWS)("%i %s is over the revision: %s, and about: %s", ([code, message, overRevision, about]) => {
  expect(refusalOf({ status: 400, reply: rpc(code, message) })).toMatchObject({ overRevision, about });
});

test("revisions are taken from the message and from data.supported", () => {
  const refusal = refusalOf({
    status: 400,
    reply: rpc(-32_022, "use 2025-06-18", { supported: ["2026-07-28", 7] }),
  });
  expect(refusal?.named).toEqual(["2026-07-28", "2025-06-18"]);
  expect(refusal !== null && namesStateless(refusal) && namesHandshake(refusal)).toBe(true);
});

test("a plain 400 is a refusal only where it speaks of the protocol version", () => {
  const plain = (sample: string, status = 400) =>
    refusalOf({ status, reply: { kind: "other", code: "not_json", sample } });
  expect(plain("Unsupported MCP-Protocol-Version")?.overRevision).toBe(true);
  expect(plain("Bad Request")).toBeNull();
  expect(plain("Unsupported protocol version", 500)).toBeNull();
});
