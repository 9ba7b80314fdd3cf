import registries from "../data/iana-special-purpose.json" with { type: "json" };

/**
 * A second opinion on addresses, written apart from the guard: whole numbers and ranges over the frozen IANA tables.
 * Addresses are bigints of 32 or 128 bits.
 */
export interface Block {
  readonly block: string;
  readonly first: bigint;
  readonly last: bigint;
  readonly reachable: boolean;
}

/** What METHOD.md section 1 adds to the registries. */
const ADDED_IPV4 = [
  { block: "224.0.0.0/4", reachable: false },
  { block: "168.63.129.16/32", reachable: false },
];
const ADDED_IPV6 = [{ block: "ff00::/8", reachable: false }];

const asBlock = ({ block, reachable }: { block: string; reachable: boolean | null }, bits: number): Block => {
  const [address = "", prefix = ""] = block.split("/");
  const size = 1n << BigInt(bits - Number(prefix));
  const first = bits === 32 ? ipv4Number(address) : ipv6Number(address);
  return { block, first, last: first + size - 1n, reachable: reachable === true };
};

export const IPV4_TABLE: readonly Block[] = [...registries.ipv4, ...ADDED_IPV4].map((row) =>
  asBlock(row, 32),
);
export const IPV6_TABLE: readonly Block[] = [...registries.ipv6, ...ADDED_IPV6].map((row) =>
  asBlock(row, 128),
);

export function ipv4Number(text: string): bigint {
  return text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

/** Reads only what these tests write: at most one `::`, no dotted tail. */
export function ipv6Number(text: string): bigint {
  const [head = "", tail = ""] = text.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":").map((group) => BigInt(`0x${group}`)));
  const left = groups(head);
  const right = groups(tail);
  const zeros = Array<bigint>(8 - left.length - right.length).fill(0n);
  return [...left, ...zeros, ...right].reduce((sum, group) => sum * 65_536n + group, 0n);
}

export function ipv4Text(number: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join(".");
}

/** Eight groups without shortening. */
export function ipv6Text(number: bigint): string {
  return Array.from({ length: 8 }, (_, index) =>
    ((number >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
  ).join(":");
}

/** The smallest block that holds the address decides; outside every block an IPv4 address is public. */
export function ipv4Public(number: bigint): boolean {
  return smallest(IPV4_TABLE, number)?.reachable ?? true;
}

const isIn = (number: bigint, cidr: string): boolean => {
  const { first, last } = asBlock({ block: cidr, reachable: null }, 128);
  return number >= first && number <= last;
};

/** As METHOD.md section 1 says, and global unicast (2000::/3) where it says nothing. */
export function ipv6Public(number: bigint): boolean {
  const low32 = number & 0xffff_ffffn;
  if (isIn(number, "::/96") || isIn(number, "::ffff:0:0/96") || isIn(number, "64:ff9b::/96"))
    return ipv4Public(low32);
  if (isIn(number, "64:ff9b:1::/48")) return localNat64Public(number & ((1n << 80n) - 1n));
  if (!isIn(number, "2000::/3")) return false;
  const isatap = (number >> 32n) & 0xfdff_ffffn;
  if (isatap === 0x5efen && !ipv4Public(low32)) return false;
  if (isIn(number, "2002::/16")) return ipv4Public((number >> 80n) & 0xffff_ffffn);
  if (isIn(number, "2001::/32"))
    return ipv4Public((number >> 64n) & 0xffff_ffffn) && ipv4Public(low32 ^ 0xffff_ffffn);
  return smallest(IPV6_TABLE, number)?.reachable ?? true;
}

/** Every reading of RFC 6052 section 2.2 that the zero bits of the 80 behind the prefix allow must be public. */
function localNat64Public(rest: bigint): boolean {
  const low32 = rest & 0xffff_ffffn;
  if (rest === low32) return low32 !== 0n && ipv4Public(low32);
  const reserved = (rest >> 56n) & 255n;
  const withoutReserved = ((rest >> 64n) << 56n) | (rest & ((1n << 56n) - 1n));
  const readings = [low32];
  // 72 bits without the reserved byte: the address begins behind 0, 8 or 16 bits of subnet.
  for (const subnetBits of reserved === 0n ? [0n, 8n, 16n] : []) {
    const suffixBits = 72n - 32n - subnetBits;
    const isSuffixZero = (withoutReserved & ((1n << suffixBits) - 1n)) === 0n;
    if (isSuffixZero) readings.push((withoutReserved >> suffixBits) & 0xffff_ffffn);
  }
  const told = readings.filter((reading) => reading !== 0n);
  return told.length > 0 && told.every(ipv4Public);
}

function smallest(table: readonly Block[], number: bigint): Block | undefined {
  return table
    .filter(({ first, last }) => number >= first && number <= last)
    .sort((left, right) => Number(left.last - left.first - (right.last - right.first)))[0];
}
