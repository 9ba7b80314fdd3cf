import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseChallenges } from "./challenges.ts";
import type { Challenge } from "./challenges.ts";

const challenge = (
  scheme: string,
  parameters: [string, string][] = [],
  token68: string | null = null,
): Challenge => ({
  scheme,
  token68,
  parameters,
});

const ROWS: [guarantee: string, lines: string[], expected: Challenge[]][] = [
  ["a scheme alone is a challenge", ["Negotiate"], [challenge("negotiate")]],
  [
    "quoted and token values are read alike",
    ['Bearer realm="a b", error=invalid_token'],
    [
      challenge("bearer", [
        ["realm", "a b"],
        ["error", "invalid_token"],
      ]),
    ],
  ],
  [
    "several challenges in one line are told apart",
    ['Basic realm="x", Bearer scope="a, b", DPoP algs="ES256"'],
    [
      challenge("basic", [["realm", "x"]]),
      challenge("bearer", [["scope", "a, b"]]),
      challenge("dpop", [["algs", "ES256"]]),
    ],
  ],
  [
    "repeated lines are read in order",
    ['Basic realm="x"', "Bearer"],
    [challenge("basic", [["realm", "x"]]), challenge("bearer")],
  ],
  [
    "an escaped quote and an escaped backslash belong to the value",
    [String.raw`Bearer realm="a\"b\\c"`],
    [challenge("bearer", [["realm", String.raw`a"b\c`]])],
  ],
  [
    "spaces around = are tolerated",
    ['Bearer realm = "x" ,  scope\t=\ty'],
    [
      challenge("bearer", [
        ["realm", "x"],
        ["scope", "y"],
      ]),
    ],
  ],
  [
    "every value of a repeated parameter is kept, in order",
    ['Bearer resource_metadata="https://dead.test/", resource_metadata="https://live.test/"'],
    [
      challenge("bearer", [
        ["resource_metadata", "https://dead.test/"],
        ["resource_metadata", "https://live.test/"],
      ]),
    ],
  ],
  [
    "single quotes are read as quotes",
    ["Bearer resource_metadata='https://a.test/x'"],
    [challenge("bearer", [["resource_metadata", "https://a.test/x"]])],
  ],
  [
    "an apostrophe without a partner is part of a token",
    ["Bearer realm='x"],
    [challenge("bearer", [["realm", "'x"]])],
  ],
  [
    "an unquoted URL is read to its end",
    ["Bearer resource_metadata=https://a.test/x?y=1, scope=z"],
    [
      challenge("bearer", [
        ["resource_metadata", "https://a.test/x?y=1"],
        ["scope", "z"],
      ]),
    ],
  ],
  [
    "a token68 is not a parameter",
    ["Negotiate YII+/==, Basic realm=x"],
    [challenge("negotiate", [], "YII+/=="), challenge("basic", [["realm", "x"]])],
  ],
  [
    "a parameter right after the scheme is not a token68",
    ["Bearer error=invalid_token"],
    [challenge("bearer", [["error", "invalid_token"]])],
  ],
  [
    "parameters without commas are read",
    ['Bearer realm="x" resource_metadata="https://a.test"'],
    [
      challenge("bearer", [
        ["realm", "x"],
        ["resource_metadata", "https://a.test"],
      ]),
    ],
  ],
  ["empty list elements are skipped", [", ,Bearer , , realm=x,,"], [challenge("bearer", [["realm", "x"]])]],
  [
    "scheme and names are case-insensitive, values are not",
    ["BEARER Resource_Metadata=AbC"],
    [challenge("bearer", [["resource_metadata", "AbC"]])],
  ],
  [
    "a comma inside quotes ends nothing",
    ['Bearer error_description="Missing, or bad = header", scope=s'],
    [
      challenge("bearer", [
        ["error_description", "Missing, or bad = header"],
        ["scope", "s"],
      ]),
    ],
  ],
  ["a parameter before any scheme is nobody's", ["realm=x, Bearer"], [challenge("bearer")]],
  [
    "an unterminated quote gives no value of its own",
    ['Bearer realm="x'],
    [challenge("bearer", [["realm", ""]])],
  ],
  ["nothing at all is no challenge", ["", "   ", ",,,"], []],
];

describe("parseChallenges", () => {
  test.each(ROWS)("%s", (_guarantee, lines, expected) => {
    expect(parseChallenges(lines).challenges).toEqual(expected);
  });

  test("a field of the grammar is not malformed, a broken one is", () => {
    expect(parseChallenges(['Bearer realm="x", Basic realm=y']).malformed).toBe(false);
    expect(parseChallenges(['Bearer realm="x']).malformed).toBe(true);
    expect(parseChallenges(["Bearer realm=https://a.test"]).malformed).toBe(true);
    expect(parseChallenges(["(nonsense) Bearer"]).malformed).toBe(true);
  });

  const token = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
  const written = fc.array(
    fc.record({
      scheme: token,
      parameters: fc.array(fc.tuple(token, fc.string({ maxLength: 20 })), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  );

  test("what RFC 9110 can write is read back as it was, in one line or in several", () => {
    fc.assert(
      fc.property(written, fc.boolean(), (challenges, oneLine) => {
        const lines = challenges.map(
          ({ scheme, parameters }) =>
            `${scheme} ${parameters.map(([name, value]) => `${name}="${value.replace(/["\\]/g, String.raw`\$&`)}"`).join(", ")}`,
        );
        const read = parseChallenges(oneLine ? [lines.join(", ")] : lines);
        expect(read.challenges).toEqual(challenges.map((one) => ({ ...one, token68: null })));
        expect(read.malformed).toBe(false);
      }),
      { seed: 9110, numRuns: 500 },
    );
  });

  test("no bytes make it throw, and what it gives stays within its bounds", () => {
    const nasty = fc.string({
      unit: fc.constantFrom('"', "'", "\\", ",", "=", " ", "\t", "a", "B", "\u0000", "é", "(", "/"),
      maxLength: 300,
    });
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 4 }), (lines) => {
        const read = parseChallenges(lines);
        expect(read.challenges.length).toBeLessThanOrEqual(32);
        for (const one of read.challenges) expect(one.scheme).toMatch(/^[^A-Z\s,="]+$/);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });

  test.each([
    ["commas", ",".repeat(1_000_000)],
    ["open quotes", 'a="'.repeat(300_000)],
    ["apostrophes", "a b='".repeat(200_000)],
    ["schemes", "Bearer ".repeat(200_000)],
    ["parameters", `Bearer ${"a=b,".repeat(200_000)}`],
    ["one long value", `Bearer realm="${"x".repeat(1_000_000)}"`],
    ["backslashes", `Bearer realm="${"\\".repeat(1_000_000)}"`],
    ["token68 that never ends", `Bearer ${"a=".repeat(500_000)}`],
  ])("a megabyte of %s is cut and keeps at most 32 challenges of 64 parameters", (_name, line) => {
    const read = parseChallenges([line]);
    expect(read.malformed).toBe(true);
    expect(read.challenges.length).toBeLessThanOrEqual(32);
    for (const one of read.challenges) expect(one.parameters.length).toBeLessThanOrEqual(64);
    expect(JSON.stringify(read.challenges).length).toBeLessThan(40_000);
  });
});
