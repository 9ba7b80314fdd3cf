import { expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";

const bytes = (chunks: readonly string[], onCancel = () => {}, isEndless = false) => {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      if (!isEndless) controller.close();
    },
    cancel: onCancel,
  });
};

async function all(reader: LineReader): Promise<string[]> {
  const lines: string[] = [];
  for (let line = await reader.next(); line !== null; line = await reader.next()) lines.push(line);
  return lines;
}

it.each([
  [["a\nb\n"], ["a", "b"]],
  [
    ["a", "b\nc", "d\n"],
    ["ab", "cd"],
  ],
  [["\n", "\n\na\n", "\n"], ["a"]],
  [["a\nb"], ["a", "b"]],
  [[], []],
])("the lines of %o are %o", async (chunks, lines) => {
  expect(await all(new LineReader(bytes(chunks)))).toEqual(lines);
});

it("cancelling while a line is waited for ends the wait and cancels the stream", async () => {
  let isCancelled = false;
  const reader = new LineReader(bytes(["half"], () => (isCancelled = true), true));
  const waiting = reader.next();
  await reader.cancel();
  expect(isCancelled).toBe(true);
  expect(await waiting).toBeNull();
});

it("a stream that breaks rejects", async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error("gone")),
  });
  await expect(new LineReader(broken).next()).rejects.toThrow("gone");
});
