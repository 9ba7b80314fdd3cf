/** An IP address as 16-bit words: two for IPv4, eight for IPv6, most significant first. */
export type IpAddress =
  | { readonly version: 4; readonly words: readonly [number, number] }
  | { readonly version: 6; readonly words: Words6 };

export type Words6 = readonly [number, number, number, number, number, number, number, number];

const DOTTED_DECIMAL = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;
const HEX_GROUP = /^[0-9A-Fa-f]{1,4}$/;

/**
 * Reads an address as resolvers and URL parsers write it: dotted decimal without leading zeros, or RFC 4291 text with
 * or without a dotted tail. Zone ids, brackets and the octal, hexadecimal and short IPv4 forms give null: the URL
 * parser has turned those into dotted decimal before this sees them.
 */
export function parseIpAddress(text: string): IpAddress | null {
  if (text.includes(":")) {
    const words = parseWords6(text);
    return words && { version: 6, words };
  }
  const words = parseWords4(text);
  return words && { version: 4, words };
}

function parseWords4(text: string): readonly [number, number] | null {
  const octets = DOTTED_DECIMAL.exec(text);
  if (octets === null) return null;
  const [a, b, c, d] = [Number(octets[1]), Number(octets[2]), Number(octets[3]), Number(octets[4])];
  if (Math.max(a, b, c, d) > 255) return null;
  return [(a << 8) | b, (c << 8) | d];
}

function parseWords6(text: string): Words6 | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? "", halves.length === 1);
  const tail = parseGroups(halves[1] ?? "", true);
  if (!head || !tail) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  return [...head, ...Array<number>(missing).fill(0), ...tail] as unknown as Words6;
}

function parseGroups(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === "") return [];
  const groups = text.split(":");
  const words: number[] = [];
  for (const [index, group] of groups.entries()) {
    if (group.includes(".") && mayEndInIpv4 && index === groups.length - 1) {
      const embedded = parseWords4(group);
      if (!embedded) return null;
      words.push(...embedded);
    } else if (HEX_GROUP.test(group)) {
      words.push(Number.parseInt(group, 16));
    } else {
      return null;
    }
  }
  return words;
}
