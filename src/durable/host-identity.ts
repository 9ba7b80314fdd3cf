import type { Settings } from "../settings.ts";

/** What the host's own name and settings say. */
export interface HostIdentity {
  /** The object's name: the hostname, with the port only where a port is a host (development). */
  readonly host: string;
  /** The bare name, for its TXT record. */
  readonly hostname: string;
  readonly network: string;
  /** Where the network stands: a data-centre code or `unknown`. */
  readonly location: string;
  /** Product token in robots.txt. */
  readonly bot: string;
  /** The instance is for practice: it takes simulated pasts. */
  readonly isPractice: boolean;
}

/** Identity of the HostDO of this name. */
export const hostIdentity = (host: string, settings: Settings): HostIdentity => ({
  host,
  hostname: host.replace(/:\d+$/, ""),
  network: settings.EDGE_NETWORK,
  location: "unknown",
  bot: settings.BOT_NAME,
  isPractice: settings.PRACTICE_HISTORY,
});
