import { GrowingBytes } from "../lib/growing-bytes.ts";
import { bodyReader } from "./wire/body-reader.ts";

/** A body as far as it was read. `bytes` is what came, whatever ended it. */
export type BodyRead = { readonly bytes: Uint8Array } & (
  | {
      /** *whole*: to its end; *cut*: it is longer than the limit; *aborted*: the signal ended it. */
      readonly end: "whole" | "cut" | "aborted";
    }
  | { readonly end: "failed"; readonly reason: unknown }
);

/** Reads a body, at most the first `maxBytes` bytes of it; afterwards it has ended or is cancelled. Never rejects. */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<BodyRead> {
  const kept = new GrowingBytes();
  if (body === null) return { bytes: kept.bytes(), end: "whole" };
  const reader = bodyReader(body);
  const cancel = () => reader.cancel();
  signal.addEventListener("abort", cancel);
  if (signal.aborted) cancel();
  try {
    for (;;) {
      const chunk = await reader.read();
      if (signal.aborted) return { bytes: kept.bytes(), end: "aborted" };
      if (chunk === null) return { bytes: kept.bytes(), end: "whole" };
      const room = maxBytes - kept.length;
      kept.push(chunk.byteLength > room ? chunk.subarray(0, room) : chunk);
      if (chunk.byteLength > room) return { bytes: kept.bytes(), end: "cut" };
    }
  } catch (reason) {
    const bytes = kept.bytes();
    return signal.aborted ? { bytes, end: "aborted" } : { bytes, end: "failed", reason };
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
  }
}
