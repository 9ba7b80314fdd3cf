import { expect, test } from "vitest";
import { GrowingBytes } from "./growing-bytes.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);

test("chunks are joined in order, empty ones change nothing", () => {
  const grown = new GrowingBytes();
  for (const chunk of [bytes(), bytes(1, 2), bytes(3), bytes(), bytes(4, 5, 6)]) grown.push(chunk);
  expect([...grown.bytes()]).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...grown.bytes(4)]).toEqual([1, 2, 3, 4]);
  expect(grown.length).toBe(6);
});

test("the first chunk is not written to", () => {
  const first = bytes(1, 2, 3, 4).subarray(0, 2);
  const grown = new GrowingBytes();
  grown.push(first);
  grown.push(bytes(9));
  expect([...new Uint8Array(first.buffer)]).toEqual([1, 2, 3, 4]);
});

test("what is cleared is gone", () => {
  const grown = new GrowingBytes();
  grown.push(bytes(1));
  grown.clear();
  grown.push(bytes(2));
  expect([...grown.bytes()]).toEqual([2]);
});

test("a megabyte that comes a byte at a time is held in little more than a megabyte", () => {
  const grown = new GrowingBytes();
  for (let at = 0; at < 1_048_576; at++) grown.push(bytes(at & 255));
  expect(grown.length).toBe(1_048_576);
  expect(grown.bytes().buffer.byteLength).toBeLessThan(1_400_000);
});
