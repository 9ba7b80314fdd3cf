import { describe, expect, it } from "vitest";
import { historyOf } from "../../../test/population/histories.ts";
import { bulletinOf } from "../../../test/population/simulate.ts";
import { LEDGER_LIMITS } from "../../contract/ledger.ts";
import type { HourRow, LedgerDocument, ProbeRow } from "../../contract/ledger.ts";
import type { Standing } from "../../contract/standing.ts";
import { err, ok } from "../../lib/result.ts";
import { fold } from "../../score/fold.ts";
import { writeLedger } from "../../score/ledger-rows.ts";
import { methodology } from "../../score/methodology.ts";
import { runVerify } from "./run-verify.ts";
import { verifyServer } from "./verify-server.ts";
import type { FetchJson } from "./verify-server.ts";

const { ledger } = historyOf("new");
const LEDGER = writeLedger(ledger);
const { standing: NUMBERS } = fold(ledger, 0);
const LAST = LEDGER.hours.at(-1) as HourRow;
const FIRST_ROW = LAST.rows[0] as ProbeRow;

/** A site that publishes these numbers and this ledger. */
const site =
  (numbers: Standing, document: LedgerDocument): FetchJson =>
  (path) =>
    Promise.resolve(
      path === "/methodology.json"
        ? ok(methodology(bulletinOf([]).priors))
        : path.endsWith("/tool.json")
          ? ok({ numbers })
          : path.includes("/ledger?")
            ? ok(structuredClone(document))
            : err("404"),
    );
const withHours = (...hours: HourRow[]): LedgerDocument => ({
  ...LEDGER,
  hours: [...LEDGER.hours.slice(0, -1), ...hours],
});
const row = (slot: number, startedAt: number): ProbeRow => [
  slot,
  startedAt,
  ...(FIRST_ROW.slice(2) as ProbeRow extends [number, number, ...infer Rest] ? Rest : never),
];

describe("plumbline verify reads a site that it does not trust", () => {
  it.each<[string, LedgerDocument]>([
    ["an interval that is no whole slot", withHours({ ...LAST, interval_s: 1 })],
    ["a held slot of another hour", withHours({ ...LAST, held: [Number.MAX_SAFE_INTEGER] })],
    ["a probe in a slot of another hour", withHours({ ...LAST, rows: [row(1, FIRST_ROW[1])] })],
    ["a time that no date can name", withHours({ ...LAST, rows: [row(FIRST_ROW[0], 8.7e15)] })],
    ["more due slots than an hour has", withHours({ ...LAST, due: 13 })],
    ["more probes than an hour has slots", withHours({ ...LAST, rows: Array(13).fill(FIRST_ROW) })],
    ["an hour of a network twice", withHours(LAST, LAST)],
    [
      "more networks than an instance has",
      withHours(
        ...Array.from({ length: LEDGER_LIMITS.networks + 1 }, (_, i) => ({ ...LAST, network: `n${i}` })),
      ),
    ],
    [
      "more quarantine windows than there are",
      {
        ...LEDGER,
        bulletin: {
          ...LEDGER.bulletin,
          windows: Array.from({ length: LEDGER_LIMITS.windows + 1 }, () => ({
            network: "edge",
            from: 0,
            to: 1,
          })),
        },
      },
    ],
  ])("and refuses in one line a ledger with %s", async (_, document) => {
    const result = await verifyServer("new", site(NUMBERS, document));
    expect(result.ok ? [] : result.error.split("\n")).toHaveLength(1);
  });

  it("and takes the longest interval, which leaves out no more slots than lie between two looks", async () => {
    const document = {
      ...LEDGER,
      hours: LEDGER.hours.map((hour, i) => ({
        ...hour,
        interval_s: i % 2 === 0 ? 300 : Number.MAX_SAFE_INTEGER - 91,
        rows: hour.rows.map((one): ProbeRow =>
          i % 3 === 0 ? one : ([one[0], one[1], "timeout", ...one.slice(3)] as ProbeRow),
        ),
      })),
    };
    expect((Number.MAX_SAFE_INTEGER - 91) % 300).toBe(0);
    const result = await verifyServer("new", site(NUMBERS, document));
    expect(result.ok && result.value.differing).toBeGreaterThan(0);
  });

  it("and refuses numbers as of no whole hour", async () => {
    const numbers = { ...NUMBERS, as_of: NUMBERS.as_of.replace(":00:00.000Z", ":30:00.000Z") };
    const result = await verifyServer("new", site(numbers, LEDGER));
    expect(result).toEqual(err(`new: as of ${numbers.as_of}, which is no whole hour`));
  });

  it("and finds a wrong entry that stands beside a right one of the same name", async () => {
    const [first, ...others] = NUMBERS.networks;
    if (first === undefined) throw new Error("no network");
    const wrong = { ...first, coverage: { ...first.coverage, pct: 1 } };
    const lines: string[] = [];
    const status = await runVerify({
      servers: { slug: "new" },
      fetchJson: site({ ...NUMBERS, networks: [wrong, first, ...others] }, LEDGER),
      write: (line) => lines.push(line),
    });
    expect(status).toBe(1);
    expect(lines.some((line) => line.startsWith("DIFFER  networks[0].coverage.pct  published 1 "))).toBe(
      true,
    );
  });
});
