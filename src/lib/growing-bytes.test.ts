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

test("bytes asked for in between do not change what follows", () => {
  const grown = new GrowingBytes();
  const whole: number[] = [];
  const heads: boolean[] = [];
  for (let at = 0; at < 300; at++) {
    const chunk = Uint8Array.from({ length: (at * 37) % 6_000 }, (_, index) => (at + index) & 255);
    grown.push(chunk);
    whole.push(...chunk);
    if (at % 50 === 0) heads.push(Buffer.from(grown.bytes(100)).equals(Buffer.from(whole.slice(0, 100))));
  }
  expect(heads).toEqual([true, true, true, true, true, true]);
  expect(grown.length).toBe(whole.length);
  expect(Buffer.from(grown.bytes()).equals(Buffer.from(whole))).toBe(true);
});

test("a megabyte that comes a byte at a time is the same megabyte", () => {
  const grown = new GrowingBytes();
  for (let at = 0; at < 1_048_576; at++) grown.push(bytes(at & 255));
  const whole = grown.bytes();
  expect(whole.byteLength).toBe(1_048_576);
  expect([whole[0], whole[255], whole[256], whole[1_048_575]]).toEqual([0, 255, 0, 255]);
});
