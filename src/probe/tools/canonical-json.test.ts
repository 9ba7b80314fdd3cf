import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

const double = (hex: string): number =>
  new DataView(Uint8Array.from(Buffer.from(hex, "hex")).buffer).getFloat64(0);

describe("canonicalJson", () => {
  test("keys are sorted by UTF-16 code units (RFC 8785, section 3.2.3)", () => {
    const keys = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(text).toBe('{"\\r":0,"1":0,"\u0080":0,"\u00f6":0,"\u20ac":0,"\ud83d\ude00":0,"\ufb33":0}');
  });

  test.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["44b52d02c7e14af6", "1e+23"],
  ])("the double %s is written %s (RFC 8785, appendix B)", (hex, text) => {
    expect(canonicalJson(double(hex))).toBe(text);
  });

  test("integers beyond 2^53 are written as the double that JSON.parse made of them", () => {
    expect(canonicalJson(JSON.parse("12345678901234567890"))).toBe("12345678901234567000");
  });

  test("only quote, backslash and controls are escaped, in their short forms", () => {
    expect(canonicalJson('\u0000\u001f\b\t\n\f\r"\\/\u007f\u2028é')).toBe(
      '"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028é"',
    );
  });

  test("the last of two equal keys counts, as JSON.parse has it", () => {
    expect(canonicalJson(JSON.parse('{"a":1,"a":2}'))).toBe('{"a":2}');
  });

  test("a lone surrogate becomes U+FFFD and an overflowed number null, wherever they stand", () => {
    expect(canonicalJson(JSON.parse('{"a\\ud800":["\\udc00x",1e999,{"b":-1e999}]}'))).toBe(
      '{"a\ufffd":["\ufffdx",null,{"b":null}]}',
    );
  });

  test("__proto__ is an ordinary key, also beside what needs repair", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":"\\ud800"}}'))).toBe('{"__proto__":{"a":"\ufffd"}}');
  });

  test("any JSON text survives: parsing the canonical form gives the same value, and it is its own canonical form", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 8785, numRuns: 500 },
    );
  });

  test("what needs no repair has the very text that the library gives it", () => {
    const text = fc.string({ unit: "binary" });
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
        fc.array(tie("tree")),
        fc.dictionary(fc.oneof(text, fc.nat().map(String), fc.constant("__proto__")), tie("tree")),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        expect(canonicalJson(parsed)).toBe(canonicalize(parsed));
      }),
      { seed: 8785, numRuns: 500 },
    );
  });
});
