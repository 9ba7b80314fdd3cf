/** One special-purpose block; `reachable` is the registry's "Globally Reachable" column, with N/A read as false. */
export interface SpecialBlock {
  readonly cidr: string;
  readonly name: string;
  readonly reachable: boolean;
}

const block = (cidr: string, name: string, reachable = false): SpecialBlock => ({ cidr, name, reachable });

/**
 * IANA IPv4 Special-Purpose Address Registry (RFC 6890 and its updates), then what METHOD.md section 1 adds:
 * multicast (RFC 5771) and the one cloud metadata address outside every special block.
 * The most specific block that holds an address decides.
 */
export const IPV4_BLOCKS: readonly SpecialBlock[] = [
  block("0.0.0.0/8", "this network"),
  block("10.0.0.0/8", "private use"),
  block("100.64.0.0/10", "shared address space"),
  block("127.0.0.0/8", "loopback"),
  block("169.254.0.0/16", "link local, cloud metadata"),
  block("172.16.0.0/12", "private use"),
  block("192.0.0.0/24", "IETF protocol assignments"),
  block("192.0.0.9/32", "port control protocol anycast", true),
  block("192.0.0.10/32", "TURN anycast", true),
  block("192.0.2.0/24", "documentation"),
  block("192.31.196.0/24", "AS112-v4", true),
  block("192.52.193.0/24", "AMT", true),
  block("192.88.99.0/24", "deprecated 6to4 relay anycast"),
  block("192.168.0.0/16", "private use"),
  block("192.175.48.0/24", "AS112 direct delegation", true),
  block("198.18.0.0/15", "benchmarking"),
  block("198.51.100.0/24", "documentation"),
  block("203.0.113.0/24", "documentation"),
  block("240.0.0.0/4", "reserved"),
  block("224.0.0.0/4", "multicast"),
  block("168.63.129.16/32", "cloud metadata"),
];

/**
 * IANA IPv6 Special-Purpose Address Registry, inside `2000::/3`. Everything outside that prefix is no global unicast
 * (IANA IPv6 address space registry) and is refused without a table, unless it is one of the forms that carry IPv4.
 * `2001::/32` and `2002::/16` are not listed: they are judged by the addresses they carry.
 */
export const IPV6_BLOCKS: readonly SpecialBlock[] = [
  block("2001::/23", "IETF protocol assignments"),
  block("2001::/32", "Teredo", true),
  block("2001:1::1/128", "port control protocol anycast", true),
  block("2001:1::2/128", "TURN anycast", true),
  block("2001:1::3/128", "DNS-SD service registration anycast", true),
  block("2001:2::/48", "benchmarking"),
  block("2001:3::/32", "AMT", true),
  block("2001:4:112::/48", "AS112-v6", true),
  block("2001:10::/28", "deprecated ORCHID"),
  block("2001:20::/28", "ORCHIDv2", true),
  block("2001:30::/28", "drone remote identification", true),
  block("2001:db8::/32", "documentation"),
  block("2620:4f:8000::/48", "AS112 direct delegation", true),
  block("3fff::/20", "documentation"),
];
