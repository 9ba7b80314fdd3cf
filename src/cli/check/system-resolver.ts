import { lookup, resolveTxt } from "node:dns/promises";
import { err, ok } from "../../lib/result.ts";
import type { Result } from "../../lib/result.ts";
import type { DnsFailure, Resolver } from "../../probe/guard/resolver.ts";
import { codeOf } from "../../probe/transport/socket-reason.ts";

const ABSENT = new Set(["ENOTFOUND", "ENODATA", "ENONAME"]);

/**
 * The resolver of this machine (`getaddrinfo`, so hosts file and search domains count). It is one voice: "no such name"
 * is taken at its word here, where no number depends on it; anything else that is no answer is our fault.
 */
export const systemResolver: Resolver = {
  async addresses(host, signal) {
    const asked = await unlessAborted(lookup(host, { all: true, verbatim: true }), signal);
    if (!asked.ok) return failed(asked.error, "dns_nxdomain");
    const of = (family: number) =>
      asked.value.filter((entry) => entry.family === family).map(({ address }) => address);
    return ok({ ipv4: of(4), ipv6: of(6) });
  },
  async texts(name, signal) {
    const asked = await unlessAborted(resolveTxt(name), signal);
    if (asked.ok) return ok(asked.value.map((strings) => strings.join("")));
    return ABSENT.has(codeOf(asked.error)) ? ok([]) : failed(asked.error, "dns_no_address");
  },
};

function failed(error: unknown, absentCode: "dns_nxdomain" | "dns_no_address"): Result<never, DnsFailure> {
  if (ABSENT.has(codeOf(error))) {
    return err({ outcome: "dns_failure", error: { code: absentCode, note: "by this machine's resolver" } });
  }
  const code = codeOf(error) === "" ? "dns_silent" : "dns_servfail";
  return err({ outcome: "probe_fault", error: { code, note: "by this machine's resolver" } });
}

/** A system look-up cannot be stopped; an abort stops waiting for it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<Result<T, unknown>> {
  const { promise: aborted, resolve } = Promise.withResolvers<Result<never, unknown>>();
  const abort = () => resolve(err(signal.reason));
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    const settled = work.then(
      (value) => ok(value),
      (error: unknown) => err(error),
    );
    return await Promise.race([settled, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
