import type { Words6 } from "./ip-address.ts";

type Words4 = readonly [number, number];

/** What IPv4 an IPv6 address carries. `carrier`: the form itself is outside global unicast and stands or falls with it. */
export interface EmbeddedIpv4 {
  readonly carrier: boolean;
  readonly addresses: readonly Words4[];
}

const NOTHING: EmbeddedIpv4 = { carrier: false, addresses: [] };

/**
 * IPv4 addresses inside an IPv6 address, in the forms of METHOD.md section 1: mapped and compatible (RFC 4291 2.5.5),
 * NAT64 (RFC 6052, RFC 8215), 6to4 (RFC 3056), Teredo (RFC 4380, server and obfuscated client), ISATAP (RFC 5214).
 */
export function embeddedIpv4(words: Words6): EmbeddedIpv4 {
  const [w0, w1, w2, w3, w4, w5, w6, w7] = words;
  const last: Words4 = [w6, w7];
  const leadingZeros = (w0 | w1 | w2 | w3 | w4) === 0;
  if (leadingZeros && (w5 === 0 || w5 === 0xffff)) return { carrier: true, addresses: [last] };
  if (w0 === 0x64 && w1 === 0xff9b) {
    if ((w2 | w3 | w4 | w5) === 0) return { carrier: true, addresses: [last] };
    if (w2 === 1) return { carrier: true, addresses: localNat64(words) };
  }
  const found: Words4[] = [];
  if (w0 === 0x2002) found.push([w1, w2]);
  if (w0 === 0x2001 && w1 === 0) found.push([w2, w3], [w6 ^ 0xffff, w7 ^ 0xffff]);
  if ((w4 === 0 || w4 === 0x0200) && w5 === 0x5efe) found.push(last);
  return found.length === 0 ? NOTHING : { carrier: false, addresses: found };
}

/**
 * `64:ff9b:1::/48` may be laid out with any RFC 6052 prefix length. Which one a network uses cannot be known, so every
 * reading that the zero bits allow must be public; `64:ff9b:1::a.b.c.d` has the /96 reading alone.
 */
function localNat64([, , , w3, w4, w5, w6, w7]: Words6): readonly Words4[] {
  const at96: Words4 = [w6, w7];
  if ((w3 | w4 | w5) === 0) return [at96];
  const readings = [at96];
  if (w4 >>> 8 === 0) {
    const at48: Words4 = [w3, joinBytes(w4, w5 >>> 8)];
    const at56: Words4 = [joinBytes(w3, w4), w5];
    const at64: Words4 = [joinBytes(w4, w5 >>> 8), joinBytes(w5, w6 >>> 8)];
    if (((w5 & 0xff) | w6 | w7) === 0) readings.push(at48);
    if ((w6 | w7) === 0) readings.push(at56);
    if (((w6 & 0xff) | w7) === 0) readings.push(at64);
  }
  return readings.filter(([high, low]) => (high | low) !== 0);
}

const joinBytes = (high: number, low: number): number => ((high & 0xff) << 8) | (low & 0xff);
