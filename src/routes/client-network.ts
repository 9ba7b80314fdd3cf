import { parseIpAddress } from "../probe/guard/ip-address.ts";

/** What one client is counted by: the network of its address, IPv4 /24 or IPv6 /48; "unknown" for what is no address. */
export function clientNetwork(address: string | undefined): string {
  const parsed = parseIpAddress(address ?? "");
  if (parsed === null) return "unknown";
  const hex = (word: number) => word.toString(16);
  if (parsed.version === 6) return `${parsed.words.slice(0, 3).map(hex).join(":")}::/48`;
  const [high, low] = parsed.words;
  return `${high >>> 8}.${high & 255}.${low >>> 8}.0/24`;
}
