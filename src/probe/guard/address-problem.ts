import { embeddedIpv4 } from "./embedded-ipv4.ts";
import { parseIpAddress } from "./ip-address.ts";
import type { IpAddress, Words6 } from "./ip-address.ts";
import { IPV4_BLOCKS, IPV6_BLOCKS } from "./special-blocks.ts";
import type { SpecialBlock } from "./special-blocks.ts";

/**
 * Why a network must not connect to `address`, in a few words, or null when it is public (METHOD.md section 1).
 * `allowLoopback`, the development switch, admits 127.0.0.0/8 and ::1 and nothing else: no mapped or other spelling.
 */
export function addressProblem(address: IpAddress, allowLoopback = false): string | null {
  if (allowLoopback && isLoopback(address)) return null;
  return address.version === 4 ? ipv4Problem(address.words) : ipv6Problem(address.words);
}

/** True for 127.0.0.0/8 and for ::1 itself. */
export function isLoopback({ version, words }: IpAddress): boolean {
  if (version === 4) return words[0] >>> 8 === 127;
  return words.every((word, index) => word === (index === 7 ? 1 : 0));
}

function ipv4Problem(words: readonly [number, number]): string | null {
  return blockProblem(PARSED_IPV4_BLOCKS, words);
}

function ipv6Problem(words: Words6): string | null {
  const { carrier, addresses } = embeddedIpv4(words);
  if (carrier) {
    if (addresses.length === 0) return "carries no IPv4 address";
  } else {
    if (words[0] >>> 13 !== 1) return "not global unicast";
    const problem = blockProblem(PARSED_IPV6_BLOCKS, words);
    if (problem) return problem;
  }
  for (const embedded of addresses) {
    const problem = ipv4Problem(embedded);
    if (problem) return `carries an IPv4 address: ${problem}`;
  }
  return null;
}

interface ParsedBlock extends SpecialBlock {
  readonly words: readonly number[];
  readonly prefix: number;
}

const PARSED_IPV4_BLOCKS = parseBlocks(IPV4_BLOCKS);
const PARSED_IPV6_BLOCKS = parseBlocks(IPV6_BLOCKS);

function parseBlocks(blocks: readonly SpecialBlock[]): readonly ParsedBlock[] {
  return blocks
    .map((entry) => {
      const [text = "", prefix = ""] = entry.cidr.split("/");
      const words = parseIpAddress(text)?.words ?? [];
      return { ...entry, words, prefix: Number(prefix) };
    })
    .sort((left, right) => right.prefix - left.prefix);
}

/** Blocks come most specific first: the first that holds the address decides. */
function blockProblem(blocks: readonly ParsedBlock[], words: readonly number[]): string | null {
  const holder = blocks.find((entry) => holds(entry, words));
  return holder === undefined || holder.reachable ? null : holder.name;
}

function holds(entry: ParsedBlock, words: readonly number[]): boolean {
  for (const [index, word] of words.entries()) {
    const bits = Math.min(16, entry.prefix - index * 16);
    if (bits <= 0) return true;
    if ((word ^ (entry.words[index] ?? 0)) >>> (16 - bits) !== 0) return false;
  }
  return true;
}
