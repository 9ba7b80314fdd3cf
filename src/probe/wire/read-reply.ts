import type { ErrorCode, Flag } from "../../contract/observation.ts";
import type { Clock } from "../../lib/clock.ts";
import type { DoorFailure } from "../door.ts";
import { timedOut } from "../failure.ts";
import { mediaType } from "./headers.ts";
import type { Cutoff } from "./cutoff.ts";
import type { BodyReader } from "./body-reader.ts";
import { bodyReader } from "./body-reader.ts";
import { BodyCollector, BodyTooLarge } from "./body-collector.ts";
import type { Expectation, ReadReply, Reply, ReplySource } from "./reply.ts";
import { isHtml } from "./sniff.ts";

/** How long a stream that has answered may take to end by itself, so that its connection can be used again. */
const DRAIN_MS = 20;
const DRAIN_BYTES = 64 * 1024;

/**
 * Reads a response's body as far as we need it, within `expect.maxBytes` of decoded bytes, and says what it was.
 * JSON is read to its end, an event stream to the event that answers, any other page to the length of a sample.
 * Never rejects; the body has ended or is cancelled afterwards. A cut-off is a timeout.
 */
export async function readReply(
  response: ReplySource,
  expect: Expectation,
  clock: Clock,
  { signal, aborted }: Cutoff,
): Promise<ReadReply> {
  const collector = new BodyCollector(mediaType(response.headers), expect);
  let lastByteMs = clock.elapsed();
  let failure: DoorFailure | null = null;
  const reader = response.body === null ? null : bodyReader(response.body);
  if (reader !== null) {
    const cancel = () => reader.cancel();
    void aborted.then(cancel);
    try {
      for (;;) {
        const chunk = await reader.read();
        if (chunk === null) break;
        lastByteMs = clock.elapsed();
        if (collector.push(chunk) === "enough") {
          if (collector.answered) await drain(reader, clock, signal);
          cancel();
          break;
        }
      }
      if (signal.aborted && !collector.enough) failure = timedOut();
    } catch (reason) {
      failure = signal.aborted ? timedOut() : response.bodyFailure(reason);
      cancel();
    }
  }
  const read = conclude(response, collector, failure, lastByteMs);
  reader?.release();
  return read;
}

function conclude(
  response: ReplySource,
  collector: BodyCollector,
  failure: DoorFailure | null,
  lastByteMs: number,
): ReadReply {
  const found = collector.finish();
  if (found.answer !== null) return { reply: found.answer, flags: found.flags, lastByteMs };
  const flags: Flag[] = [];
  if (failure !== null) return { reply: { kind: "failure", failure }, flags, lastByteMs };
  return { reply: { kind: "other", code: codeOf(response, found), sample: found.sample }, flags, lastByteMs };
}

function codeOf(
  response: ReplySource,
  found: { miss: ErrorCode | typeof BodyTooLarge | null; sample: string },
): ErrorCode {
  if (found.miss === BodyTooLarge) return "body_too_large";
  if (found.miss !== null) return found.miss;
  if (found.sample.trim() === "") return response.status === 202 ? "asynchronous_202" : "empty_body";
  return isHtml(found.sample, mediaType(response.headers)) ? "html_instead_of_mcp" : "not_json";
}

/** Gives a stream that has answered a moment to end: a cancelled one costs its connection. */
async function drain(reader: BodyReader, clock: Clock, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const stop = clock.after(DRAIN_MS, () => reader.cancel());
  try {
    for (let bytes = 0; bytes <= DRAIN_BYTES;) {
      const chunk = await reader.read();
      if (chunk === null) return;
      bytes += chunk.byteLength;
    }
  } catch {
    // What comes after the answer is of no interest, not even that it failed.
  } finally {
    stop();
  }
}

export type { Reply };
