import { describe, expect, it } from "vitest";
import type { CheckReport } from "../contract/check-report.ts";
import { ERROR_CODES, FLAGS } from "../contract/observation.ts";
import type { ErrorCode, Flag } from "../contract/observation.ts";
import { CHECKS } from "../score/checks/checks.ts";
import { CHECK_ADVICE, CODE_ADVICE, FLAG_ADVICE } from "./advice.ts";
import { fixFirst } from "./fix-first.ts";

interface Found {
  code?: ErrorCode;
  flags?: Flag[];
  failed?: string[];
  requirement?: "protected_resource_metadata" | "authorization_servers";
  reachable?: boolean;
}

const about = ({ code, flags = [], failed = [], requirement, reachable = true }: Found): string[] => {
  const report = {
    observation: { error: code === undefined ? null : { code, note: "" }, flags },
    front_door: requirement === undefined ? null : { requirement },
    checks: [
      { id: "lists_tools", label: "", mark: "passed", finding: "" },
      ...failed.map((id) => ({ id, label: "", mark: "failed", finding: "0 of 3" })),
    ],
    reachable,
  } as unknown as CheckReport;
  return fixFirst(report).map((fix) => fix.about);
};

describe("fixFirst", () => {
  it.each<[string, Found, string[]]>([
    ["nothing where nothing is wrong", {}, []],
    [
      "the cause first, then what strict clients stumble over",
      { code: "tls_expired", flags: ["redirected"] },
      ["tls_expired", "redirected"],
    ],
    [
      "sign-in that cannot be found before flags and checks",
      { requirement: "authorization_servers", flags: ["wrong_content_type"], failed: ["standard_auth"] },
      ["authorization_servers", "wrong_content_type", "standard_auth"],
    ],
    [
      "a cause once, though a check fails over it too",
      { requirement: "protected_resource_metadata", failed: ["standard_auth"] },
      ["protected_resource_metadata"],
    ],
    [
      "no checks of a server that is not reachable",
      { code: "connect_refused", failed: ["https", "lists_tools"], reachable: false },
      ["connect_refused"],
    ],
    [
      "nothing for what is no fault",
      { code: "payment_required", flags: ["payment_terms", "retried"], failed: ["open_access"] },
      [],
    ],
  ])("names %s", (_what, found, expected) => {
    expect(about(found)).toEqual(expected);
  });

  it("speaks in sentences, of every cause, flag and check there is", () => {
    const texts = [
      ...ERROR_CODES.map((code) => CODE_ADVICE[code]),
      ...FLAGS.map((flag) => FLAG_ADVICE[flag]),
    ];
    const said = [...texts, ...Object.values(CHECK_ADVICE)].filter(
      (text) => text !== null && text !== undefined,
    );
    expect(said.filter((text) => !/^[A-Z].*[.]$/.test(text) || text.length > 200)).toEqual([]);
    const ids = new Set(CHECKS.map(({ id }) => id));
    expect(Object.keys(CHECK_ADVICE).filter((id) => !ids.has(id))).toEqual([]);
  });
});
