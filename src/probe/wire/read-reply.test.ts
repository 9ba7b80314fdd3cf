import { expect, test } from "vitest";
import { LIMITS } from "../../limits.ts";
import { event } from "../testing/answers.ts";
import type { Answer } from "../testing/scripted-endpoint.ts";
import { scriptedEndpoint } from "../testing/scripted-endpoint.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { withCutoff } from "./cutoff.ts";
import { readReply } from "./read-reply.ts";
import type { ReadReply } from "./reply.ts";

const RESULT = { jsonrpc: "2.0", id: 1, result: { ok: true } };
const JSON_TYPE = [["content-type", "application/json"]] as const;
const STREAM_TYPE = [["content-type", "text/event-stream"]] as const;

const asText = (text: string | Uint8Array) =>
  typeof text === "string" ? text : new TextDecoder().decode(text);

/** Reads one scripted answer; `known` is the text that is recognised. */
async function read(answer: Answer, maxBytes = 1_000, known?: string) {
  const clock = new VirtualClock();
  const endpoint = scriptedEndpoint(clock, () => answer);
  const found = await clock.run(
    withCutoff(
      clock,
      LIMITS.responseTimeoutMs,
      new AbortController().signal,
      async (cutoff): Promise<ReadReply> => {
        const response = await endpoint.door.request(
          { method: "POST", url: "https://mcp.example/", headers: {} },
          cutoff.signal,
        );
        if (!response.ok) throw new Error("no response");
        const expectation = {
          id: 1,
          maxBytes,
          ...(known === undefined ? {} : { known: (text: string | Uint8Array) => asText(text) === known }),
        };
        return readReply(response.value, expectation, clock, cutoff);
      },
    ),
  );
  return {
    ...found,
    kind: found.reply.kind,
    openBodies: endpoint.openBodies(),
    tookMs: clock.elapsed(),
    timers: clock.pending,
  };
}

const other = (code: string) => ({ reply: { kind: "other", code } });
const request = { jsonrpc: "2.0", id: 9, method: "ping" };
const note = { jsonrpc: "2.0", method: "notifications/message", params: {} };

const ROWS: readonly (readonly [sentence: string, answer: Answer, sees: object])[] = [
  [
    "a JSON body is an answer",
    { status: 200, headers: JSON_TYPE, body: JSON.stringify(RESULT) },
    { kind: "result", flags: [] },
  ],
  [
    "parameters of the media type are passed over",
    {
      status: 200,
      headers: [["content-type", "Application/JSON; charset=utf-8"]],
      body: JSON.stringify(RESULT),
    },
    { kind: "result", flags: [] },
  ],
  [
    "a batch holds the answer",
    { status: 200, headers: JSON_TYPE, body: JSON.stringify([note, RESULT]) },
    { kind: "result", flags: [] },
  ],
  [
    "notifications and requests of the server come before the answer",
    { status: 200, headers: STREAM_TYPE, body: event(note) + event(request) + event([note]) + event(RESULT) },
    { kind: "result", flags: [] },
  ],
  [
    "a batch in a stream holds the answer",
    { status: 200, headers: STREAM_TYPE, body: event([note, RESULT]) },
    { kind: "result", flags: [] },
  ],
  [
    "events of other types are passed over",
    { status: 200, headers: STREAM_TYPE, body: `event: ping\ndata: ${JSON.stringify(RESULT)}\n\n` },
    other("no_answer_in_stream"),
  ],
  [
    "a stream that ends after its priming event has no answer",
    { status: 200, headers: STREAM_TYPE, body: "id: 1\ndata:\n\n" },
    other("no_answer_in_stream"),
  ],
  [
    "a stream sent as JSON is read and flagged",
    { status: 200, headers: JSON_TYPE, body: event(RESULT) },
    { kind: "result", flags: ["wrong_content_type"] },
  ],
  [
    "JSON sent as a stream is read and flagged",
    { status: 200, headers: STREAM_TYPE, body: `\n ${JSON.stringify(RESULT)}` },
    { kind: "result", flags: ["wrong_content_type"] },
  ],
  [
    "JSON without a media type is read and flagged",
    { status: 400, body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: 1, message: "" } }) },
    { kind: "error", flags: ["wrong_content_type"] },
  ],
  [
    "a stream without a media type is read and flagged",
    { status: 200, body: `: hi\n\n${event(RESULT)}` },
    { kind: "result", flags: ["wrong_content_type"] },
  ],
  [
    "the last event without its blank line is salvaged and flagged",
    { status: 200, headers: STREAM_TYPE, body: `data: ${JSON.stringify(RESULT)}` },
    { kind: "result", flags: ["unterminated_sse"] },
  ],
  [
    "half an event at the end is no answer",
    { status: 200, headers: STREAM_TYPE, body: 'data: {"jsonrpc":"2.0","id":1,"res' },
    { reply: { kind: "other" } },
  ],
  [
    "JSON over the limit is too large",
    { status: 200, headers: JSON_TYPE, body: `{"a":"${"x".repeat(1_000)}"}` },
    other("body_too_large"),
  ],
  [
    "a stream over the limit is too large",
    { status: 200, headers: STREAM_TYPE, body: `: ${"x".repeat(1_000)}\n\n${event(RESULT)}` },
    other("body_too_large"),
  ],
  [
    "what follows the answer in a stream counts for nothing",
    { status: 200, headers: STREAM_TYPE, body: `${event(RESULT)}: ${"x".repeat(5_000)}\n\n` },
    { kind: "result", flags: [] },
  ],
  [
    "white space alone is an empty body",
    { status: 200, headers: JSON_TYPE, body: " \n\n " },
    other("empty_body"),
  ],
  [
    "white space without end is too large",
    { status: 200, headers: JSON_TYPE, body: " ".repeat(2_000) },
    other("body_too_large"),
  ],
  [
    "a page is told as such, however large",
    { status: 200, headers: JSON_TYPE, body: `<html>${"x".repeat(90_000)}` },
    other("html_instead_of_mcp"),
  ],
  [
    "plain text is not JSON",
    { status: 200, headers: JSON_TYPE, body: "event loop is busy" },
    other("not_json"),
  ],
  [
    "JSON that is too deep is told",
    { status: 200, headers: JSON_TYPE, body: "[".repeat(100) },
    other("json_too_deep"),
  ],
  [
    "a result that is no object is no answer",
    { status: 200, headers: JSON_TYPE, body: '{"jsonrpc":"2.0","id":1,"result":7}' },
    other("bad_result"),
  ],
  [
    "JSON-RPC 1.0 is no answer",
    { status: 200, headers: JSON_TYPE, body: '{"id":1,"result":{}}' },
    other("not_jsonrpc"),
  ],
  [
    "a result hidden behind __proto__ is no answer",
    { status: 200, headers: JSON_TYPE, body: '{"jsonrpc":"2.0","id":1,"__proto__":{"result":{}}}' },
    other("not_jsonrpc"),
  ],
  [
    "a reset in the middle of the answer is a failure",
    { status: 200, headers: JSON_TYPE, body: '{"jsonrpc":', bodyEnd: "reset" },
    { reply: { kind: "failure", failure: { error: { code: "body_cut_short" } } } },
  ],
  [
    "silence in the middle of the answer is a timeout",
    { status: 200, headers: JSON_TYPE, body: '{"jsonrpc":', bodyEnd: "silence" },
    { reply: { kind: "failure", failure: { outcome: "timeout" } }, tookMs: 10_000 },
  ],
  [
    "silence after a whole answer is the answer, at the time of its last byte",
    { status: 200, headers: JSON_TYPE, body: JSON.stringify(RESULT), bodyEnd: "silence" },
    { kind: "result", lastByteMs: 0 },
  ],
  [
    "a stream left open after its answer costs a moment only",
    { status: 200, headers: STREAM_TYPE, body: event(RESULT), bodyEnd: "silence" },
    { kind: "result", lastByteMs: 0, tookMs: 20 },
  ],
];

test.for(ROWS)("%s, every body ended and no timer left", async ([_sentence, answer, sees]) => {
  expect(await read(answer)).toMatchObject({ ...sees, openBodies: 0, timers: 0 });
});

test("a byte order mark cut in two does not hide what follows it", async () => {
  const body = new TextEncoder().encode(`\uFEFF${JSON.stringify(RESULT)}`);
  const chunks = [body.subarray(0, 1), body.subarray(1, 2), body.subarray(2)];
  expect(await read({ status: 200, headers: STREAM_TYPE, body: chunks })).toMatchObject({ kind: "result" });
});

test("a known text is recognised before it is parsed, as a body and in a stream", async () => {
  const known = "{not even JSON";
  expect((await read({ status: 200, headers: JSON_TYPE, body: known }, 1_000, known)).kind).toBe("known");
  expect(
    (await read({ status: 200, headers: STREAM_TYPE, body: `data: ${known}\n\n` }, 1_000, known)).kind,
  ).toBe("known");
});

test("a stream that says a thousand things without answering is left", async () => {
  const body = "data: 1\n\n".repeat(2_000) + event(RESULT);
  expect(await read({ status: 200, headers: STREAM_TYPE, body }, 100_000)).toMatchObject({
    reply: { kind: "other" },
    openBodies: 0,
  });
});
