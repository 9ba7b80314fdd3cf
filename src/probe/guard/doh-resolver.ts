import { LIMITS } from "../../limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import { dohQuery } from "./doh-query.ts";
import type { DohAnswer, DohFetch, RecordType } from "./doh-query.ts";
import type { DnsFailure, HostAddresses, Resolver } from "./resolver.ts";
import { joinTxtStrings } from "./txt-strings.ts";

export interface DohResolverOptions {
  readonly fetch: DohFetch;
  readonly clock: Clock;
  /** Addresses of DNS-over-HTTPS JSON services, in the order they are asked; two are needed for `dns_failure`. */
  readonly resolverUrls: readonly string[];
  /** Ask for A and AAAA at once. A Worker asks one after the other: it has few connections at a time. */
  readonly parallel?: boolean;
}

type Addresses = Result<HostAddresses, DnsFailure>;

/** What one resolver says of a host, its A and AAAA answers taken together. */
type Word =
  | { readonly kind: "addresses"; readonly addresses: HostAddresses; readonly ttlS: number }
  | { readonly kind: "none"; readonly nxdomain: boolean }
  | { readonly kind: "unsure"; readonly reason: "servfail" | "silent"; readonly partial: Word | null };

const CACHE_HOSTS = 512;

/**
 * Resolves over HTTPS with two resolvers (METHOD.md sections 1 and 3): addresses from the first that has some; "no
 * address" only when two say so; SERVFAIL or silence where a word was needed is our fault, not the target's.
 * Addresses are kept per host for min(TTL, 300 s), at least 60 s; failures are not kept.
 */
export function createDohResolver(options: DohResolverOptions): Resolver {
  const cache = new Map<string, { readonly addresses: HostAddresses; readonly untilMs: number }>();
  const { clock } = options;

  return {
    async addresses(host, signal) {
      const kept = cache.get(host);
      if (kept && kept.untilMs > clock.elapsed()) return ok(kept.addresses);
      cache.delete(host);
      const startedMs = clock.elapsed();
      const word = await twoWords(options, host, signal);
      if (word.kind !== "addresses") return failureOf(word);
      const ageMs = Math.min(Math.max(word.ttlS * 1000, LIMITS.dnsMinAgeMs), LIMITS.dnsMaxAgeMs);
      if (cache.size >= CACHE_HOSTS) cache.delete(cache.keys().next().value ?? "");
      cache.set(host, { addresses: word.addresses, untilMs: startedMs + ageMs });
      return ok(word.addresses);
    },

    async texts(name, signal) {
      let reason: "servfail" | "silent" = "silent";
      for (const resolverUrl of options.resolverUrls.slice(0, 2)) {
        const answer = await ask(options, resolverUrl, name, "TXT", signal);
        if (answer.kind === "records") return ok(answer.records.map(joinTxtStrings));
        if (answer.kind === "nxdomain") return ok([]);
        reason = answer.reason;
      }
      return unsure(reason);
    },
  };
}

/** The first resolver's word when it holds addresses, else what both together allow to say. */
async function twoWords(options: DohResolverOptions, host: string, signal: AbortSignal): Promise<Word> {
  const [firstUrl, secondUrl] = options.resolverUrls;
  const first = firstUrl === undefined ? SILENT : await oneWord(options, firstUrl, host, signal);
  if (first.kind === "addresses") return first;
  const second = secondUrl === undefined ? SILENT : await oneWord(options, secondUrl, host, signal);
  if (second.kind === "addresses") return second;
  // Name servers that fail for AAAA alone are common: what they do answer is all that can be dialled.
  for (const word of [first, second]) if (word.kind === "unsure" && word.partial) return word.partial;
  if (first.kind === "unsure") return first;
  if (second.kind === "unsure") return second;
  return { kind: "none", nxdomain: first.nxdomain && second.nxdomain };
}

const SILENT: Word = { kind: "unsure", reason: "silent", partial: null };

async function oneWord(
  options: DohResolverOptions,
  resolverUrl: string,
  host: string,
  signal: AbortSignal,
): Promise<Word> {
  const asking = () => ask(options, resolverUrl, host, "A", signal);
  const askingIpv6 = () => ask(options, resolverUrl, host, "AAAA", signal);
  const [a, aaaa] = options.parallel
    ? await Promise.all([asking(), askingIpv6()])
    : [await asking(), await askingIpv6()];
  const addresses = { ipv4: recordsOf(a), ipv6: recordsOf(aaaa) };
  const any = addresses.ipv4.length + addresses.ipv6.length > 0;
  const ttls = [a, aaaa].flatMap((answer) =>
    answer.kind === "records" && answer.records.length > 0 ? [answer.ttlS] : [],
  );
  const found: Word | null = any ? { kind: "addresses", addresses, ttlS: Math.min(...ttls) } : null;
  for (const answer of [a, aaaa]) {
    if (answer.kind === "failed") return { kind: "unsure", reason: answer.reason, partial: found };
  }
  return found ?? { kind: "none", nxdomain: a.kind === "nxdomain" || aaaa.kind === "nxdomain" };
}

function ask(
  options: DohResolverOptions,
  resolverUrl: string,
  name: string,
  type: RecordType,
  signal: AbortSignal,
): Promise<DohAnswer> {
  return dohQuery({ resolverUrl, name, type }, { ...options, timeoutMs: LIMITS.dnsQueryTimeoutMs }, signal);
}

const recordsOf = (answer: DohAnswer): readonly string[] => (answer.kind === "records" ? answer.records : []);

function failureOf(word: Exclude<Word, { kind: "addresses" }>): Addresses {
  if (word.kind === "unsure") return unsure(word.reason);
  const code = word.nxdomain ? "dns_nxdomain" : "dns_no_address";
  return err({ outcome: "dns_failure", error: { code, note: "" } });
}

function unsure(reason: "servfail" | "silent"): Result<never, DnsFailure> {
  const code = reason === "servfail" ? "dns_servfail" : "dns_silent";
  return err({ outcome: "probe_fault", error: { code, note: "the resolvers could not tell" } });
}
