import type { ErrorDetail } from "../../contract/observation.ts";
import type { Result } from "../../lib/result.ts";

/** All addresses of a host name, as text; at least one of the lists has an entry. */
export interface HostAddresses {
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
}

/** `dns_failure` when two resolvers say that there is no address, `probe_fault` when they could not tell. */
export interface DnsFailure {
  readonly outcome: "dns_failure" | "probe_fault";
  readonly error: ErrorDetail;
}

/** Name resolution as a parameter: DNS over HTTPS in a Worker, the system's resolver in the command line. */
export interface Resolver {
  /** Every A and AAAA record of `host` (CNAMEs followed). Never throws; an abort gives `dns_silent`. */
  addresses(host: string, signal: AbortSignal): Promise<Result<HostAddresses, DnsFailure>>;
  /** Every TXT record of `name`, its strings joined; empty when there is none. Never throws. */
  texts(name: string, signal: AbortSignal): Promise<Result<readonly string[], DnsFailure>>;
}
