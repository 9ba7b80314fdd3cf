import { expect, it } from "vitest";
import { stepWords, type StepLine } from "./step-words.ts";

const at = "2026-11-30T12:00:00.000Z";
const request = { kind: "request", at, step: "initialize", attempt: 1 } as const;

it.each<[StepLine, StepLine | null, string, boolean]>([
  [{ kind: "look_up", at }, null, "Asking whether the host has opted out (TXT record, robots.txt)", false],
  [
    { kind: "waiting", at, until: "2026-11-30T12:00:05.000Z" },
    { kind: "look_up", at },
    "Waiting for the host's limit until 12:00:05 UTC",
    false,
  ],
  [
    { kind: "waiting", at, until: "2026-11-30T12:00:05.500Z" },
    { kind: "waiting", at, until: at },
    "Waiting for the host's limit until 12:00:05 UTC",
    true,
  ],
  [request, null, "initialize", false],
  [{ ...request, attempt: 2 }, request, "initialize, once more", false],
  [
    { kind: "answer", at, step: "initialize", took_ms: 12, http_status: 200, end: "result" },
    request,
    "initialize: result, HTTP 200, 12 ms",
    true,
  ],
  [
    { kind: "answer", at, step: "tools/list", took_ms: 3, http_status: null, end: "connect_refused" },
    request,
    "tools/list: connect refused, 3 ms",
    false,
  ],
])("%o after %o is said as: %s", (line, before, text, replaces) => {
  expect(stepWords(line, before)).toEqual({ text, replaces });
});
