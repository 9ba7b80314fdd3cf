import { describe, expect, test } from "vitest";
import type { DoorFailure } from "./door.ts";
import { RULES, decide } from "./decide.ts";
import type { Evidence } from "./decide.ts";
import type { StepName } from "./step.ts";
import type { Exchange } from "./wire/exchange.ts";
import type { Reply } from "./wire/reply.ts";

const failure = (outcome: DoorFailure["outcome"], code: DoorFailure["error"]["code"]): Reply => ({
  kind: "failure",
  failure: { outcome, error: { code, note: "" }, httpStatus: null, retryable: false },
});
const page = (sample: string, code: "html_instead_of_mcp" | "not_json" = "not_json"): Reply => ({
  kind: "other",
  code,
  sample,
});
const rpcError = (message: string, code = -32_000): Reply => ({
  kind: "error",
  error: { code, message, data: null },
});
const result: Reply = { kind: "result", result: {}, text: "{}" };

const answer = (
  reply: Reply,
  status: number | null = null,
  headers: Exchange["headers"] = [],
  step: StepName = "initialize",
): Exchange => ({ step, status, headers, reply, sessionId: null, startedMs: 0, endedMs: 1 });

const seen = (deciding: Exchange, more: Partial<Evidence> = {}): Evidence => ({
  deciding,
  opened: false,
  measured: [deciding],
  leftOpen: false,
  url: "https://mcp.example/mcp",
  nowMs: 0,
  ...more,
});

const CHALLENGE = ["www-authenticate", "Bearer"] as const;
const MITIGATED = ["cf-mitigated", "challenge"] as const;
const LATER = ["retry-after", "60"] as const;
const list = (reply: Reply, status: number, headers: Exchange["headers"] = []) =>
  answer(reply, status, headers, "tools/list");

/** Each row satisfies the rule it names and at least the next one: the earlier rule wins. */
const ORDER: readonly (readonly [wins: number, sentence: string, evidence: Evidence, outcome: string])[] = [
  [
    1,
    "a fault of ours comes before what the target did",
    seen(answer(failure("probe_fault", "own_fault"), 401, [CHALLENGE])),
    "probe_fault",
  ],
  [
    2,
    "a target rule comes before a status",
    seen(answer(failure("target_not_allowed", "target_address"), 403)),
    "target_not_allowed",
  ],
  [
    3,
    "a timeout comes before the bot-protection header that came with it",
    seen(answer(failure("timeout", "response_timeout"), 403, [MITIGATED])),
    "timeout",
  ],
  [
    4,
    "bot protection comes before a 401",
    seen(answer(page(""), 401, [MITIGATED, CHALLENGE])),
    "waf_blocked",
  ],
  [
    4,
    "bot protection comes before a 429",
    seen(answer(page(""), 429, [["x-vercel-mitigated", "challenge"]])),
    "waf_blocked",
  ],
  [
    5,
    "a 4xx with a challenge comes before a rate limit",
    seen(answer(page(""), 429, [CHALLENGE, LATER])),
    "auth_required",
  ],
  [
    5,
    "a 401 comes before its JSON-RPC body",
    seen(answer(rpcError("session expired"), 401)),
    "auth_required",
  ],
  [5, "a 403 with a challenge comes before a 403", seen(answer(page(""), 403, [CHALLENGE])), "auth_required"],
  [
    5,
    "a 402 with a challenge comes before a price",
    seen(answer(page(""), 402, [CHALLENGE])),
    "auth_required",
  ],
  [6, "a 429 comes before its JSON-RPC body", seen(answer(rpcError("too many"), 429)), "rate_limited"],
  [
    6,
    "503 with Retry-After comes before its JSON-RPC body",
    seen(answer(rpcError("too many"), 503, [LATER])),
    "overloaded",
  ],
  [7, "a result is up, whatever the status", seen(answer(result, 404), { opened: true }), "up"],
  [7, "a JSON-RPC error comes before a 402", seen(answer(rpcError("no"), 402)), "handshake_refused"],
  [7, "a JSON-RPC error comes before a 403", seen(answer(rpcError("no"), 403)), "handshake_refused"],
  [7, "a JSON-RPC error comes before a 500", seen(answer(rpcError("no"), 500)), "handshake_refused"],
  [
    7,
    "an unauthorised error is sign-in before it is a refusal",
    seen(answer(rpcError("Unauthorized"), 200)),
    "auth_required",
  ],
  [8, "a price comes before other statuses", seen(answer(page(""), 402)), "payment_required"],
  [9, "403 comes before other statuses", seen(answer(page(""), 403)), "access_denied"],
  [
    9,
    "a redirect to sign in comes before other redirects",
    seen(answer(page(""), 302, [["location", "https://x.okta.com/login"]])),
    "access_denied",
  ],
  [10, "any other status is an HTTP error", seen(answer(page(""), 418)), "http_error"],
  [10, "503 without Retry-After is an HTTP error", seen(answer(page(""), 503)), "http_error"],
  [11, "2xx without MCP is invalid", seen(answer(page("hello"), 200)), "invalid_mcp"],
  [
    11,
    "2xx that was too large is too large",
    seen(answer({ kind: "other", code: "body_too_large", sample: "" }, 200)),
    "too_large",
  ],
  [11, "2xx with a result that opens nothing is invalid", seen(answer(result, 200)), "invalid_mcp"],
];

describe("order of decision (outcomes-v1)", () => {
  test.for(ORDER)("(%i) %s", ([wins, _sentence, evidence, outcome]) => {
    const first = RULES.find((rule) => rule.decide(evidence) !== null);
    expect(first?.number).toBe(wins);
    expect(decide(evidence).outcome).toBe(outcome);
  });

  test("the rules stand in the order of their numbers, 1 to 11", () => {
    expect(RULES.map((rule) => rule.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

/** What another request of the probe than the deciding one may change. */
const BEYOND: readonly (readonly [
  sentence: string,
  evidence: Exchange,
  outcome: string,
  flags: readonly string[],
])[] = [
  [
    "a list that times out leaves the endpoint up",
    list(failure("timeout", "response_timeout"), 200),
    "up",
    [],
  ],
  ["a list that answers 500 leaves the endpoint up", list(page(""), 500), "up", []],
  ["a list that answers 503 with Retry-After leaves the endpoint up", list(page(""), 503, [LATER]), "up", []],
  ["a list that is rate limited limits the endpoint", list(page(""), 429), "rate_limited", []],
  ["a list that is blocked blocks the endpoint", list(page(""), 403, [MITIGATED]), "waf_blocked", []],
  ["a list that answers 401 asks for sign-in", list(page(""), 401), "auth_required", ["auth_at_list"]],
  [
    "a list that says Unauthorized with 200 asks for sign-in",
    list(rpcError("Unauthorized"), 200),
    "auth_required",
    ["auth_at_list", "auth_in_200"],
  ],
  ["a list with any other error leaves the endpoint up", list(rpcError("database is down"), 200), "up", []],
];

describe("requests after the one that decides", () => {
  test.for(BEYOND)("%s", ([_sentence, later, outcome, flags]) => {
    const opening = answer(result, 200);
    const found = decide(seen(opening, { opened: true, measured: [opening, later] }));
    expect(found.outcome).toBe(outcome);
    expect(found.flags).toEqual(flags);
  });

  test("a refusal after a visit whose DELETE was not confirmed is our own fault", () => {
    expect(decide(seen(answer(rpcError("busy"), 400), { leftOpen: true }))).toMatchObject({
      outcome: "probe_fault",
      error: { code: "own_leftover_session" },
    });
  });

  test.each([
    ["busy", -32_000, "jsonrpc_error"],
    ["no", -32_022, "revision_refused"],
    ["Unsupported protocol version", -32_602, "revision_refused"],
    ["Bad Request: Missing session ID", -32_600, "session_required"],
  ])("a handshake refused with %s (%i) is told as %s", (message, code, expected) => {
    expect(decide(seen(answer(rpcError(message, code), 400)))).toMatchObject({
      outcome: "handshake_refused",
      error: { code: expected, note: `code ${code}` },
    });
  });
});
