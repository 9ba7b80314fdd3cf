import { expect, test } from "vitest";
import { whenAborted } from "./when-aborted.ts";

test("resolves when the signal aborts, and at once where it has", async () => {
  const controller = new AbortController();
  const waiting = whenAborted(controller.signal);
  controller.abort();
  expect(await waiting.promise).toBeNull();
  expect(await whenAborted(controller.signal).promise).toBeNull();
});

test("what is disposed of does not hear the abort", async () => {
  const controller = new AbortController();
  const waiting = whenAborted(controller.signal);
  waiting.dispose();
  controller.abort();
  expect(await Promise.race([waiting.promise, Promise.resolve("silent")])).toBe("silent");
});
