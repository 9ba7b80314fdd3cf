import { expect, test } from "vitest";
import { bodyReader } from "./body-reader.ts";

/** The bytes that a reader gives, of a stream made of these chunks. */
async function readAll(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  type: "bytes" | undefined,
): Promise<number[]> {
  const waiting = [...chunks];
  const source = {
    pull(controller: ReadableStreamDefaultController<Uint8Array> | ReadableByteStreamController) {
      const chunk = waiting.shift();
      if (chunk === undefined) {
        controller.close();
        if ("byobRequest" in controller) controller.byobRequest?.respond(0);
      } else controller.enqueue(chunk);
    },
  };
  const body = type === "bytes" ? new ReadableStream({ type, ...source }) : new ReadableStream(source);
  const reader = bodyReader(body);
  const read: number[] = [];
  for (let chunk = await reader.read(); chunk !== null; chunk = await reader.read()) read.push(...chunk);
  return read;
}

const sized = (length: number, from: number) =>
  Uint8Array.from({ length }, (_, index) => (from + index) & 255);

test.for([undefined, "bytes"] as const)(
  "every byte comes once and in order, from small and large chunks (%s)",
  async (type) => {
    const lengths = [1, 2, 20_000, 1, 70_000, 4_096, 3, 32_768, 9];
    const chunks = lengths.map((length, index) => sized(length, index * 7));
    const whole = chunks.flatMap((chunk) => [...chunk]);
    expect(await readAll(chunks, type)).toEqual(whole);
  },
);

test("a chunk that was handed out is not written over by the next read", async () => {
  const body = new ReadableStream({
    type: "bytes",
    start(controller) {
      controller.enqueue(Uint8Array.of(1, 2, 3));
      controller.enqueue(Uint8Array.of(4, 5, 6));
      controller.close();
    },
  });
  const reader = bodyReader(body);
  const first = await reader.read();
  await reader.read();
  expect(first === null ? [] : [...first].slice(0, 3)).toEqual([1, 2, 3]);
});

test("memory that was given back serves the next body, and only then is the old one written over", async () => {
  const bodyOf = (byte: number) =>
    new ReadableStream({
      type: "bytes",
      start(controller) {
        controller.enqueue(new Uint8Array(20_000).fill(byte));
        controller.close();
      },
    });
  const first = bodyReader(bodyOf(1));
  const kept = await first.read();
  expect(kept?.every((byte) => byte === 1)).toBe(true);
  const second = bodyReader(bodyOf(2));
  await second.read();
  expect(kept?.every((byte) => byte === 1)).toBe(true);
  first.release();
  const third = bodyReader(bodyOf(3));
  expect([...((await third.read()) ?? [])].slice(0, 2)).toEqual([3, 3]);
  // A buffer that a stream has taken leaves its old views empty.
  expect(kept?.byteLength).toBe(0);
});

test("cancelling ends the reading without an error", async () => {
  const reader = bodyReader(new ReadableStream({ pull: () => new Promise(() => {}) }));
  const pending = reader.read();
  reader.cancel();
  expect(await pending).toBeNull();
});
