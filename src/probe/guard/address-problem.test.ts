import * as fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { addressForms, nat64Local48 } from "../../../test/transport/address-forms.ts";
import {
  IPV4_TABLE,
  IPV6_TABLE,
  ipv4Public,
  ipv4Text,
  ipv6Number,
  ipv6Public,
  ipv6Text,
} from "../../../test/transport/address-oracle.ts";
import { addressProblem } from "./address-problem.ts";
import { parseIpAddress } from "./ip-address.ts";
import { parseTarget } from "./target.ts";

const isPublic = (text: string, allowLoopback = false): boolean => {
  const address = parseIpAddress(text);
  if (!address) throw new Error(`unreadable: ${text}`);
  return addressProblem(address, allowLoopback) === null;
};

/** What the guard makes of a host as a URL writes it. */
const isAllowed = (host: string): boolean => {
  const target = parseTarget(`http://${host}:8080/`);
  return target.ok && isPublic(target.value.host);
};

const SEED = 20_261_130;

describe("addressProblem", () => {
  const forms = addressForms();

  it("has as many forms that must pass as forms that must not, for every encoding", () => {
    for (const form of new Set(forms.map((row) => row.form))) {
      const rows = forms.filter((row) => row.form === form);
      const allowed = rows.filter((row) => row.allowed).length;
      expect([form, allowed >= rows.length - allowed]).toEqual([form, true]);
    }
    expect(forms.length).toBeGreaterThan(2_000);
  });

  it.each([...new Set(forms.map(({ form }) => form))])(
    "decides first, last and both neighbours of every block written as %s",
    (form) => {
      const wrong = forms.filter((row) => row.form === form && isAllowed(row.host) !== row.allowed);
      expect(wrong).toEqual([]);
    },
  );

  it.each([
    ["a public address in the split layout", 0x08080808n, true],
    ["another", 0x01010101n, true],
    ["loopback", 0x7f000001n, false],
    ["private", 0x0a000001n, false],
    ["metadata", 0xa9fea9fen, false],
    ["zero", 0n, false],
  ])("reads local NAT64 with a /48 prefix: %s", (_what, number, allowed) => {
    expect(isAllowed(nat64Local48(number))).toBe(allowed);
  });

  it.each([
    ["127.0.0.0", true],
    ["127.255.255.255", true],
    ["::1", true],
    ["126.255.255.255", true],
    ["128.0.0.0", true],
    ["::", false],
    ["::2", false],
    ["::ffff:127.0.0.1", false],
    ["::127.0.0.1", false],
    ["64:ff9b::7f00:1", false],
    ["0.0.0.0", false],
    ["10.0.0.1", false],
    ["169.254.169.254", false],
    ["fe80::1", false],
  ])("with the development switch on, %s is admitted: %s", (text, admitted) => {
    expect(isPublic(text, true)).toBe(admitted);
  });

  it("agrees with the frozen registries on random addresses, most of them near a block's edge", () => {
    const near = (bits: bigint, edges: readonly bigint[]) =>
      fc
        .tuple(fc.constantFrom(...edges), fc.bigInt(-3n, 3n))
        .map(([edge, step]) => BigInt.asUintN(Number(bits), edge + step));
    const ipv4 = fc.oneof(
      fc.bigInt(0n, (1n << 32n) - 1n),
      near(
        32n,
        IPV4_TABLE.flatMap(({ first, last }) => [first, last]),
      ),
    );
    const carrier = fc
      .tuple(
        fc.constantFrom(
          "::",
          "::ffff:0:0",
          "64:ff9b::",
          "64:ff9b:1::",
          "2606:4700::5efe:0:0",
          "2a00::200:5efe:0:0",
        ),
        ipv4,
      )
      .map(([prefix, number]) => ipv6Number(prefix) | number);
    const deep = fc
      .tuple(
        fc.constantFrom(0x2002n << 112n, 0x2001n << 112n, ipv6Number("64:ff9b:1::")),
        fc.bigInt(0n, (1n << 80n) - 1n),
      )
      .map(([prefix, rest]) => prefix | rest);
    const split = fc.tuple(ipv4, fc.constantFrom(0n, 8n, 16n)).map(([number, subnet]) => {
      const bits72 = number << (40n - subnet);
      return ipv6Number("64:ff9b:1::") | ((bits72 >> 56n) << 64n) | (bits72 & ((1n << 56n) - 1n));
    });
    const ipv6 = fc.oneof(
      fc.bigInt(0n, (1n << 128n) - 1n),
      near(
        128n,
        IPV6_TABLE.flatMap(({ first, last }) => [first, last]),
      ),
      carrier,
      deep,
      split,
    );
    const agree4 = fc.property(ipv4, (number) => isPublic(ipv4Text(number)) === ipv4Public(number));
    const agree6 = fc.property(ipv6, (number) => isPublic(ipv6Text(number)) === ipv6Public(number));
    expect(fc.check(agree4, { numRuns: 5_000, seed: SEED }).counterexample).toBeNull();
    expect(fc.check(agree6, { numRuns: 10_000, seed: SEED }).counterexample).toBeNull();
  });

  it("reads and writes every address as ipaddr.js does", () => {
    const address = fc.oneof(
      fc.bigInt(0n, (1n << 32n) - 1n).map(ipv4Text),
      fc.bigInt(0n, (1n << 128n) - 1n).map(ipv6Text),
      fc
        .bigInt(0n, (1n << 128n) - 1n)
        .map((number) => ipv6Text(number & (number >> 3n) & (number >> 7n) & (number << 16n))),
    );
    // ipaddr.js takes `::1.2.3.4` for the mapped `::ffff:1.2.3.4`.
    const written = fc.oneof(address, fc.ipV4(), fc.ipV6()).filter((text) => !/^::[\d.]+$/.test(text));
    const same = fc.property(written, (text) => {
      const read = parseIpAddress(text);
      const bytes = read?.words.flatMap((word) => [word >>> 8, word & 255]);
      expect(bytes).toEqual(ipaddr.parse(text).toByteArray());
    });
    expect(fc.check(same, { numRuns: 5_000, seed: SEED }).counterexample).toBeNull();
  });

  it.each([
    "",
    "1.2.3",
    "1.2.3.4.5",
    "01.2.3.4",
    "1.2.3.256",
    "0x1.2.3.4",
    " 1.2.3.4",
    "1.2.3.4 ",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "12345::",
    "::g",
    "fe80::1%eth0",
    "[::1]",
    "::1.2.3",
    "1.2.3.4::",
    "::1.2.3.4:5",
  ])("reads no address in %j", (text) => {
    expect(parseIpAddress(text)).toBeNull();
  });

  describe("beside ipaddr.js", () => {
    /** Ranges of ipaddr.js 2.5 that are globally reachable though it names them. */
    const REACHABLE = new Set([
      "unicast",
      "as112",
      "as112v6",
      "amt",
      "orchid2",
      "droneRemoteIdProtocolEntityTags",
    ]);
    /** Where the two differ on purpose: what METHOD.md adds, what it knows not, and forms that we judge by their IPv4. */
    const DIFFERS = [
      "168.63.129.16/32",
      "192.0.0.9/32",
      "192.0.0.10/32",
      "2001:1::1/128",
      "2001:1::2/128",
      "2001:1::3/128",
    ];
    const CARRIERS = ["::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"];
    const isIn = (text: string, cidrs: readonly string[]) => {
      const address = ipaddr.parse(text);
      return cidrs.some((cidr) => {
        const range = ipaddr.parseCIDR(cidr);
        return range[0].kind() === address.kind() && address.match(range);
      });
    };
    const globalUnicast = (text: string) => !text.includes(":") || isIn(text, ["2000::/3"]);
    const isatap = /:(?:0|200):5efe:/;

    it("gives the same verdict at every edge, but for a named list", () => {
      const texts = [
        ...IPV4_TABLE.flatMap(({ first, last }) => [first, last, first - 1n, last + 1n])
          .filter((number) => number >= 0n && number < 1n << 32n)
          .map(ipv4Text),
        ...IPV6_TABLE.flatMap(({ first, last }) => [first, last, first - 1n, last + 1n])
          .filter((number) => number >= 0n && number < 1n << 128n)
          .map(ipv6Text),
      ];
      const compared = texts.filter((text) => !isIn(text, [...DIFFERS, ...CARRIERS]) && globalUnicast(text));
      const differing = compared.filter(
        (text) => isPublic(text) !== REACHABLE.has(ipaddr.parse(text).range()),
      );
      expect(differing).toEqual([]);
      expect(compared.length).toBeGreaterThan(100);
    });

    it("gives the same verdict on random addresses", () => {
      const address = fc.oneof(
        fc.bigInt(0n, (1n << 32n) - 1n).map(ipv4Text),
        fc.bigInt(ipv6Number("2000::"), ipv6Number("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")).map(ipv6Text),
      );
      const comparable = address.filter(
        (text) => !isIn(text, [...DIFFERS, ...CARRIERS]) && !isatap.test(text),
      );
      const same = fc.property(
        comparable,
        (text) => isPublic(text) === REACHABLE.has(ipaddr.parse(text).range()),
      );
      expect(fc.check(same, { numRuns: 10_000, seed: SEED }).counterexample).toBeNull();
    });
  });
});
