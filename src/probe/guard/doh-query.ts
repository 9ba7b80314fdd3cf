import * as z from "zod";
import { withDeadline } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { readBody } from "../read-body.ts";

/** What of `fetch` a look-up needs; injected, so that Node, workerd and tests run the same code. */
export type DohFetch = (
  url: string,
  init: { readonly headers: Record<string, string>; readonly signal: AbortSignal },
) => Promise<Response>;

export type RecordType = "A" | "AAAA" | "TXT";

/** One resolver's word: `records` may be empty (the name exists without such a record); `failed` is no word at all. */
export type DohAnswer =
  | { readonly kind: "records"; readonly records: readonly string[]; readonly ttlS: number }
  | { readonly kind: "nxdomain" }
  | { readonly kind: "failed"; readonly reason: "servfail" | "silent" };

const TYPE_NUMBERS = { A: 1, AAAA: 28, TXT: 16 } as const satisfies Record<RecordType, number>;
const NOERROR = 0;
const NXDOMAIN = 3;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_RECORDS = 256;

const answerSchema = z.object({
  Status: z.int(),
  Answer: z
    .array(z.object({ type: z.int(), TTL: z.number().nonnegative().catch(0), data: z.string() }))
    .max(MAX_RECORDS)
    .optional(),
});

/**
 * Asks one DNS-over-HTTPS JSON resolver (`application/dns-json`, as Cloudflare, Google and the practice fleet's
 * stand-in speak it). Never throws: silence, a bad status and anything unreadable are `silent`.
 */
export async function dohQuery(
  question: { readonly resolverUrl: string; readonly name: string; readonly type: RecordType },
  { fetch: send, clock, timeoutMs }: { fetch: DohFetch; clock: Clock; timeoutMs: number },
  signal: AbortSignal,
): Promise<DohAnswer> {
  const url = new URL(question.resolverUrl);
  url.searchParams.set("name", question.name);
  url.searchParams.set("type", question.type);
  try {
    const text = await withDeadline(clock, timeoutMs, signal, async (limited) => {
      const init = { headers: { accept: "application/dns-json" }, signal: limited };
      return readText(await send(url.href, init), limited);
    });
    return text === null ? SILENT : readAnswer(text, question.type);
  } catch {
    return SILENT;
  }
}

const SILENT: DohAnswer = { kind: "failed", reason: "silent" };

async function readText(response: Response, signal: AbortSignal): Promise<string | null> {
  if (response.status !== 200) {
    await response.body?.cancel();
    return null;
  }
  const { bytes, end } = await readBody(response.body, MAX_ANSWER_BYTES, signal);
  return end === "whole" ? new TextDecoder().decode(bytes) : null;
}

function readAnswer(text: string, type: RecordType): DohAnswer {
  const parsed = answerSchema.safeParse(JSON.parse(text));
  if (!parsed.success) return SILENT;
  const { Status: status, Answer: answer = [] } = parsed.data;
  if (status === NXDOMAIN) return { kind: "nxdomain" };
  if (status !== NOERROR) return { kind: "failed", reason: "servfail" };
  const records = answer.filter((entry) => entry.type === TYPE_NUMBERS[type]).map((entry) => entry.data);
  // A CNAME on the way limits the age of what it leads to.
  const ttlS = answer.length === 0 ? 0 : Math.min(...answer.map((entry) => entry.TTL));
  return { kind: "records", records, ttlS };
}
