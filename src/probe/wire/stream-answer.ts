import type { ErrorCode, Flag } from "../../contract/observation.ts";
import { timedOut } from "../failure.ts";
import type { EventStream } from "./event-stream.ts";
import { boundedJson } from "./json-bounds.ts";
import { answerTo } from "./jsonrpc.ts";
import type { Expectation, ReadReply, Reply } from "./reply.ts";

/** Waits for the event that answers our request, passing over notifications and requests of the server. */
export async function answerInStream(
  stream: EventStream,
  expect: Expectation & { readonly id: number },
  signal: AbortSignal,
): Promise<ReadReply> {
  stream.allow(expect.maxBytes);
  let miss: ErrorCode = "no_answer_in_stream";
  for (;;) {
    const next = await stream.next(signal);
    const lastByteMs = next.atMs;
    switch (next.kind) {
      case "aborted":
        return { reply: { kind: "failure", failure: timedOut() }, flags: [], lastByteMs };
      case "failed":
        return { reply: { kind: "failure", failure: next.failure }, flags: [], lastByteMs };
      case "too_large":
        return { reply: { kind: "other", code: "body_too_large", sample: "" }, flags: [], lastByteMs };
      case "ended":
        return { reply: { kind: "other", code: miss, sample: "" }, flags: [], lastByteMs };
      case "event": {
        if (next.event.type !== "message") break;
        const read = readMessage(next.event.data, expect);
        if (typeof read !== "string") return { ...read, lastByteMs };
        if (read !== "no_answer_in_stream") miss = read;
      }
    }
  }
}

function readMessage(
  text: string,
  expect: Expectation & { readonly id: number },
): { readonly reply: Reply; readonly flags: readonly Flag[] } | ErrorCode {
  if (expect.known?.(text) === true) return { reply: { kind: "known" }, flags: [] };
  const parsed = boundedJson(text);
  if (!parsed.ok) return parsed.error;
  const found = answerTo(parsed.value, expect.id);
  if (found === "no_answer") return "no_answer_in_stream";
  if (typeof found === "string") return found;
  const flags: Flag[] = found.lenientId ? ["lenient_id"] : [];
  if (found.kind === "result") return { reply: { kind: "result", result: found.result, text }, flags };
  return { reply: { kind: "error", error: found.error }, flags };
}
