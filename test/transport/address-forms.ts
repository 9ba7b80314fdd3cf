import {
  IPV4_TABLE,
  IPV6_TABLE,
  ipv4Public,
  ipv4Text,
  ipv6Number,
  ipv6Public,
  ipv6Text,
} from "./address-oracle.ts";

/** One host as a URL can write it, and whether it may be connected to. */
export interface AddressForm {
  readonly form: string;
  /** As in a URL: IPv6 in brackets. */
  readonly host: string;
  readonly allowed: boolean;
}

const octal = (number: bigint): string => `0${number.toString(8)}`;
const hex = (number: bigint): string => `0x${number.toString(16)}`;
const bytes = (number: bigint): readonly bigint[] =>
  [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n);
const bracket = (number: bigint): string => `[${ipv6Text(number)}]`;
const PUBLIC_IPV4 = 0x08080808n;

/** Every way a URL can name an IPv4 address. */
export const IPV4_FORMS: Readonly<Record<string, (number: bigint) => string>> = {
  dotted: ipv4Text,
  "trailing dot": (number) => `${ipv4Text(number)}.`,
  decimal: (number) => number.toString(),
  octal,
  hexadecimal: (number) => hex(number).toUpperCase().replace("X", "x"),
  "octal parts": (number) => bytes(number).map(octal).join("."),
  "hexadecimal parts": (number) => bytes(number).map(hex).join("."),
  "mixed parts": (number) => {
    const [a = 0n, b = 0n, c = 0n, d = 0n] = bytes(number);
    return [hex(a), octal(b), c, hex(d)].join(".");
  },
  "three parts": (number) => [...bytes(number).slice(0, 2), number & 0xffffn].join("."),
  "two parts": (number) => [number >> 24n, number & 0xff_ffffn].join("."),
  "full-width digits": (number) =>
    ipv4Text(number).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  "percent-encoded": (number) => ipv4Text(number).replace(/\d/g, (digit) => `%3${digit}`),
  "IPv4-mapped": (number) => bracket(0xffff_0000_0000n | number),
  "IPv4-mapped, dotted": (number) => `[::ffff:${ipv4Text(number)}]`,
  "IPv4-compatible": (number) => bracket(number),
  "IPv4-compatible, dotted": (number) => `[::${ipv4Text(number)}]`,
  NAT64: (number) => bracket(ipv6Number("64:ff9b::") | number),
  "NAT64 local, /96": (number) => bracket(ipv6Number("64:ff9b:1::") | number),
  "6to4": (number) => bracket((0x2002n << 112n) | (number << 80n) | 1n),
  "Teredo server": (number) => bracket((0x2001n << 112n) | (number << 64n) | (PUBLIC_IPV4 ^ 0xffff_ffffn)),
  "Teredo client": (number) => bracket((0x2001n << 112n) | (PUBLIC_IPV4 << 64n) | (number ^ 0xffff_ffffn)),
  ISATAP: (number) => bracket(ipv6Number("2606:4700::5efe:0:0") | number),
  "ISATAP, universal": (number) => bracket(ipv6Number("2606:4700::200:5efe:0:0") | number),
};

/** RFC 6052's split layout: bits 48–63, a zero byte, bits 72–87. Tested apart: its zeros allow further readings. */
export const nat64Local48 = (number: bigint): string =>
  bracket(ipv6Number("64:ff9b:1::") | ((number >> 16n) << 64n) | ((number & 0xffffn) << 40n));

/** Every way a URL can name an IPv6 address. */
export const IPV6_FORMS: Readonly<Record<string, (number: bigint) => string>> = {
  "eight groups": bracket,
  "four digits": (number) =>
    `[${ipv6Text(number)
      .split(":")
      .map((group) => group.padStart(4, "0"))
      .join(":")}]`,
  "upper case": (number) => bracket(number).toUpperCase(),
  shortened: (number) => `[${ipv6Text(number).replace(/(?:^|:)0(?::0)+(?::|$)/, "::")}]`,
  "dotted tail": (number) =>
    `[${ipv6Text(number).split(":").slice(0, 6).join(":")}:${ipv4Text(number & 0xffff_ffffn)}]`,
};

const edges = ({ first, last }: { first: bigint; last: bigint }, bits: bigint): readonly bigint[] =>
  [first, last, first - 1n, last + 1n].filter((number) => number >= 0n && number < 1n << bits);

const PUBLIC_IPV4S = [
  "1.1.1.1",
  "8.8.8.8",
  "9.9.9.9",
  "93.184.216.34",
  "172.15.255.255",
  "192.169.0.0",
  "223.255.255.255",
  "126.255.255.255",
];
const PUBLIC_IPV6S = [
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2620:fe::fe",
  "2a00:1450:4001:81b::200e",
  "2c0f:fb50:4002::1",
];

/**
 * For every block the first and last address and the neighbours just outside, in every form; then, for every refused
 * one that has no passing counterpart yet, the same form of a public address, so that as many must pass as must not.
 */
export function addressForms(): readonly AddressForm[] {
  const ipv4s = [...new Set(IPV4_TABLE.flatMap((block) => edges(block, 32n)))];
  const ipv6s = [...new Set(IPV6_TABLE.flatMap((block) => edges(block, 128n)))];
  const written = (
    forms: Readonly<Record<string, (number: bigint) => string>>,
    numbers: readonly bigint[],
    isPublic: (number: bigint) => boolean,
    publicTexts: readonly bigint[],
  ): AddressForm[] =>
    Object.entries(forms).flatMap(([form, write]) => {
      const rows = numbers.map((number) => ({ form, host: write(number), allowed: isPublic(number) }));
      const passing = rows.filter(({ allowed }) => allowed).length;
      const missing = rows.length - 2 * passing;
      const more = Array.from({ length: Math.max(0, missing) }, (_, index) => {
        const number = publicTexts[index % publicTexts.length] ?? 0n;
        // A different public address each time, as far as the form shows it.
        return { form, host: write(number + BigInt(Math.floor(index / publicTexts.length))), allowed: true };
      });
      return [...rows, ...more];
    });
  const publicIpv4s = PUBLIC_IPV4S.slice(0, 4).map((text) =>
    text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n),
  );
  return [
    ...written(IPV4_FORMS, ipv4s, ipv4Public, publicIpv4s),
    ...written(IPV6_FORMS, ipv6s, ipv6Public, PUBLIC_IPV6S.map(ipv6Number)),
  ];
}
