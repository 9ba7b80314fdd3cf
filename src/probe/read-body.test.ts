import { expect, test } from "vitest";
import { readBody } from "./read-body.ts";

const NEVER = new AbortController().signal;

/** A body of these chunks, then what `after` does; tells whether it was cancelled. */
function bodyOf(chunks: readonly string[], after: (controller: ReadableStreamDefaultController) => void) {
  const seen = { cancelled: false };
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = left.shift();
        if (chunk === undefined) after(controller);
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
      cancel: () => void (seen.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test.each([
  ["one that ends below the limit is whole", ["ab", "c"], 10, "abc", "whole"],
  ["one that ends at the limit is whole", ["ab", "cd"], 4, "abcd", "whole"],
  ["one byte more is cut", ["ab", "cde"], 4, "abcd", "cut"],
] as const)("of a body, %s", async (_sentence, chunks, maxBytes, kept, end) => {
  const { body } = bodyOf(chunks, (controller) => controller.close());
  const read = await readBody(body, maxBytes, NEVER);
  expect([text(read.bytes), read.end]).toEqual([kept, end]);
});

test("no body is an empty one", async () => {
  expect(await readBody(null, 10, NEVER)).toEqual({ bytes: new Uint8Array(), end: "whole" });
});

test("a body that is cut is cancelled", async () => {
  const { body, seen } = bodyOf(["abcdef"], () => {});
  await readBody(body, 3, NEVER);
  expect(seen.cancelled).toBe(true);
});

test("a body that breaks gives what came before, and why", async () => {
  const { body } = bodyOf(["ab"], (controller) => controller.error(new Error("reset")));
  const read = await readBody(body, 10, NEVER);
  expect(read).toMatchObject({ end: "failed", reason: new Error("reset") });
  expect(text(read.bytes)).toBe("ab");
});

test("an abort ends a silent body at once and cancels it", async () => {
  const ending = new AbortController();
  const { body, seen } = bodyOf(["ab"], () => ending.abort());
  const read = await readBody(body, 10, ending.signal);
  expect([text(read.bytes), read.end, seen.cancelled]).toEqual(["ab", "aborted", true]);
});
