import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { SseEvent } from "./sse.ts";
import { SseParser } from "./sse.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function parse(chunks: readonly Uint8Array[]): { events: SseEvent[]; rest: SseEvent | null } {
  const parser = new SseParser();
  const events: SseEvent[] = [];
  for (const chunk of chunks) parser.push(chunk, (event) => events.push(event) > 0);
  return { events, rest: parser.end() };
}

const message = (data: string): SseEvent => ({ type: "message", data });

const ROWS: readonly (readonly [sentence: string, stream: string, events: readonly SseEvent[]])[] = [
  ["lines end with LF", "data: a\n\n", [message("a")]],
  ["lines end with CRLF", "data: a\r\n\r\n", [message("a")]],
  ["lines end with CR", "data: a\r\rdata: b\r\r", [message("a"), message("b")]],
  ["a byte order mark at the beginning is dropped", "\uFEFFdata: a\n\n", [message("a")]],
  [
    "a second byte order mark is text",
    "data: a\n\n\uFEFFdata: b\n\ndata: c\n\n",
    [message("a"), message("c")],
  ],
  ["a line that begins with a colon is a comment", ": connected\ndata: a\n\n", [message("a")]],
  ["one space after the colon is removed, a second is text", "data:  a\n\n", [message(" a")]],
  ["no space after the colon is needed", "data:a\n\n", [message("a")]],
  ["data lines are joined by a line feed", "data: a\ndata: b\n\n", [message("a\nb")]],
  ["a field without a colon has an empty value", "data: a\ndata\n\n", [message("a\n")]],
  ["unknown fields are ignored", "foo: bar\nretry: 10\nid: 1\u0000\ndata: a\n\n", [message("a")]],
  ["the event field names the type", "event: endpoint\ndata: /m\n\n", [{ type: "endpoint", data: "/m" }]],
  [
    "the type does not outlive its event",
    "event: ping\ndata: x\n\ndata: a\n\n",
    [{ type: "ping", data: "x" }, message("a")],
  ],
  ["empty data is a priming event and dropped", "id: 1\ndata: \n\ndata:\n\ndata: a\n\n", [message("a")]],
  ["an event without data is dropped", "event: message\n\ndata: a\n\n", [message("a")]],
];

test.for(ROWS)("%s", ([_sentence, stream, events]) => {
  expect(parse([bytes(stream)])).toEqual({ events, rest: null });
});

test("an event without its blank line is handed over at the end, with or without its line end", () => {
  expect(parse([bytes("data: a\n")]).rest).toEqual(message("a"));
  expect(parse([bytes("event: x\ndata: a")]).rest).toEqual({ type: "x", data: "a" });
});

test("a listener that has enough ends the parsing", () => {
  const parser = new SseParser();
  const seen: string[] = [];
  parser.push(bytes("data: a\n\ndata: b\n\n"), (event) => {
    seen.push(event.data);
    return false;
  });
  expect(seen).toEqual(["a"]);
  expect(parser.end()).toBeNull();
});

test("the same bytes in any chunking give the same events, CRLF pairs and characters split or not", () => {
  const pieces = fc.constantFrom(
    "data: ",
    "data:",
    "event: x",
    "é天🌍",
    "\r\n",
    "\n",
    "\r",
    "\n\n",
    ": c",
    "{}",
    "\uFEFF",
    "id: 1",
    " ",
  );
  fc.assert(
    fc.property(
      fc.array(pieces, { maxLength: 24 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
      (texts, cuts) => {
        const whole = bytes(texts.join(""));
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
        const chunks = at.slice(1).map((end, index) => whole.subarray(at[index], end));
        expect(parse(chunks)).toEqual(parse([whole]));
        expect(parse([...whole].map((byte) => Uint8Array.of(byte)))).toEqual(parse([whole]));
      },
    ),
    { numRuns: 500, seed: 1 },
  );
});
