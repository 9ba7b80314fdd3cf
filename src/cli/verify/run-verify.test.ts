import { describe, expect, it } from "vitest";
import { HISTORIES, historyOf } from "../../../test/population/histories.ts";
import type { HistoryName } from "../../../test/population/histories.ts";
import { bulletinOf } from "../../../test/population/simulate.ts";
import type { LedgerDocument } from "../../contract/ledger.ts";
import { err, ok } from "../../lib/result.ts";
import { fold } from "../../score/fold.ts";
import { writeLedger } from "../../score/ledger-rows.ts";
import { methodology } from "../../score/methodology.ts";
import { runVerify } from "./run-verify.ts";
import type { FetchJson } from "./verify-server.ts";

const NAMES = Object.keys(HISTORIES) as HistoryName[];
const slugOf = (name: string): string => name.replaceAll(" ", "-");

/** What a site with these histories publishes, as text; `tamper` may change a ledger first. */
function site(
  names: readonly HistoryName[],
  tamper: (ledger: LedgerDocument) => LedgerDocument = (ledger) => ledger,
) {
  const documents = new Map<string, string>();
  documents.set("/methodology.json", JSON.stringify(methodology(bulletinOf([]).priors)));
  for (const name of names) {
    const { ledger } = historyOf(name);
    const { standing: numbers } = fold(ledger);
    const { availability, health } = numbers;
    documents.set(
      `/api/v2/tools/${slugOf(name)}/tool.json`,
      JSON.stringify({ slug: slugOf(name), numbers, availability, health }),
    );
    const path = `/api/v2/tools/${slugOf(name)}/ledger?as_of=${encodeURIComponent(numbers.as_of)}`;
    documents.set(path, JSON.stringify(tamper(writeLedger(ledger))));
  }
  const half = Math.ceil(names.length / 2);
  const page = (slugs: readonly string[], next_cursor: string | null) =>
    JSON.stringify({ servers: slugs.map((slug) => ({ slug })), next_cursor });
  documents.set("/api/v2/leaderboard?limit=100", page(names.slice(0, half).map(slugOf), "p2"));
  documents.set("/api/v2/leaderboard?limit=100&cursor=p2", page(names.slice(half).map(slugOf), null));
  const fetchJson: FetchJson = (path) => {
    const text = documents.get(path);
    return Promise.resolve(text === undefined ? err("404") : ok(JSON.parse(text) as unknown));
  };
  return { documents, fetchJson };
}

async function run(fetchJson: FetchJson, servers: "all" | { slug: string }) {
  const lines: string[] = [];
  const status = await runVerify({ servers, fetchJson, write: (line) => lines.push(line) });
  return { status, lines };
}

describe("plumbline verify", () => {
  it("recomputes every number of every server that publishes: at least 40 each, none differs", async () => {
    const { fetchJson } = site(NAMES);
    const { status, lines } = await run(fetchJson, "all");
    expect(lines.filter((line) => line.startsWith("DIFFER"))).toEqual([]);
    const compared = lines.flatMap((line) => /: (\d+) compared/.exec(line)?.[1] ?? []).map(Number);
    expect(compared.filter((numbers) => numbers >= 40)).toHaveLength(NAMES.length + 1);
    expect(lines.at(-1)).toMatch(
      new RegExp(`^${NAMES.length} of ${NAMES.length} servers verified, \\d+ numbers, 0 differ$`),
    );
    expect(status).toBe(0);
  }, 30_000);

  it("prints a line per number for one server: published, recomputed, equal", async () => {
    const { lines } = await run(site(["healthy"]).fetchJson, { slug: "healthy" });
    expect(lines).toContain("equal   availability.pct  published 100  recomputed 100");
    expect(lines).toContain('equal   checks[reachable].mark  published "passed"  recomputed "passed"');
    expect(lines).toContain("equal   tool.json availability.pct  published 100  recomputed 100");
  });

  it.each<[string, (ledger: LedgerDocument) => LedgerDocument]>([
    [
      "one failure turned into a success",
      (ledger) => changeRow(ledger, (row) => [row[0], row[1], "up", ...row.slice(3)]),
    ],
    ["a missing hour", (ledger) => ({ ...ledger, hours: ledger.hours.slice(0, -1) })],
    [
      "another prior",
      (ledger) => ({
        ...ledger,
        bulletin: { ...ledger.bulletin, priors: { ...ledger.bulletin.priors, date: "2026-06-02" } },
      }),
    ],
  ])("catches a tampered ledger: %s", async (_what, tamper) => {
    const { status, lines } = await run(site(["flapping"], tamper).fetchJson, { slug: "flapping" });
    expect(lines.some((line) => line.startsWith("DIFFER"))).toBe(true);
    expect(status).toBe(1);
  });

  it("catches a published number that its inputs do not give, and a method that is not ours", async () => {
    const { documents, fetchJson } = site(["healthy"]);
    const path = "/api/v2/tools/healthy/tool.json";
    documents.set(path, (documents.get(path) ?? "").replace('"score":100', '"score":99'));
    expect((await run(fetchJson, { slug: "healthy" })).status).toBe(1);
    const other = site(["healthy"]);
    other.documents.set(
      "/methodology.json",
      (other.documents.get("/methodology.json") ?? "").replace('"fastMs":300', '"fastMs":301'),
    );
    expect((await run(other.fetchJson, { slug: "healthy" })).status).toBe(1);
  });

  it.each([
    ["health", { lower_bound: 1 }, "health.lower_bound"],
    ["latency_ms", { p95: 1 }, "latency_ms.p95"],
    ["scores", { checks_passed: 23 }, "scores.checks_passed"],
  ])("catches a copy in %s that is not the number it repeats", async (member, wrong, path) => {
    const { documents, fetchJson } = site(["healthy"]);
    const record = "/api/v2/tools/healthy/tool.json";
    const published = JSON.parse(documents.get(record) ?? "{}") as Record<string, unknown>;
    documents.set(record, JSON.stringify({ ...published, [member]: wrong }));
    const { status, lines } = await run(fetchJson, { slug: "healthy" });
    expect(lines.some((line) => line.startsWith(`DIFFER  tool.json ${path} `))).toBe(true);
    expect(status).toBe(1);
  });

  it("says in one line what could not be read, and exits 1", async () => {
    const { fetchJson } = site(["healthy"]);
    const { status, lines } = await run(fetchJson, { slug: "unknown" });
    expect(status).toBe(1);
    expect(lines).toContain("plumbline: /api/v2/tools/unknown/tool.json: 404");
    expect(lines.at(-1)).toBe("0 of 1 servers verified, 0 numbers, 0 differ, 1 could not be read");
  });

  it("gives up on a list of servers that never ends", async () => {
    const { documents, fetchJson } = site(["healthy"]);
    const page = { servers: [{ slug: "healthy" }], next_cursor: "p2" };
    documents.set("/api/v2/leaderboard?limit=100&cursor=p2", JSON.stringify(page));
    const { status, lines } = await run(fetchJson, "all");
    expect(status).toBe(1);
    expect(lines.at(-1)).toBe("plumbline: /api/v2/leaderboard: more than 1000 pages");
  });

  it("does not call a server without numbers a difference", async () => {
    const { documents, fetchJson } = site(["healthy"]);
    documents.set("/api/v2/tools/healthy/tool.json", JSON.stringify({ slug: "healthy", numbers: null }));
    const { status, lines } = await run(fetchJson, { slug: "healthy" });
    expect(lines).toContain("healthy: no numbers published yet");
    expect(status).toBe(0);
  });

  it("reads no further server after an interrupt, and exits 1", async () => {
    const { fetchJson } = site(NAMES);
    const interrupt = new AbortController();
    const asked: string[] = [];
    const lines: string[] = [];
    const status = await runVerify({
      servers: "all",
      write: (line) => lines.push(line),
      interrupted: interrupt.signal,
      fetchJson: (path) => {
        asked.push(path);
        if (path.includes("tool.json")) interrupt.abort();
        return interrupt.signal.aborted ? Promise.resolve(err("no answer in time")) : fetchJson(path);
      },
    });
    expect(asked.filter((path) => path.includes("/tools/"))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^plumbline: interrupted at \S+; 0 servers were verified before$/);
    expect(status).toBe(1);
  });

  it("counts the servers without numbers of a whole site in one line", async () => {
    const { documents, fetchJson } = site(["healthy", "flapping"]);
    for (const slug of ["healthy", "flapping"])
      documents.set(`/api/v2/tools/${slug}/tool.json`, JSON.stringify({ slug, numbers: null }));
    const { status, lines } = await run(fetchJson, "all");
    expect(lines.slice(1)).toEqual([
      "2 without numbers yet: they begin with the first closed hour after the first visit",
      "0 of 2 servers verified, 0 numbers, 0 differ",
    ]);
    expect(status).toBe(0);
  });

  it("names the listing that has the numbers of an endpoint which several listings name", async () => {
    const { documents, fetchJson } = site([]);
    const record = { slug: "second", numbers: null, measured_as: { slug: "first" } };
    documents.set("/api/v2/tools/second/tool.json", JSON.stringify(record));
    const { status, lines } = await run(fetchJson, { slug: "second" });
    expect(lines).toContain("second: its endpoint is measured as first, where its numbers are");
    expect(status).toBe(0);
  });
});

/** Changes the first failing row of a ledger. */
function changeRow(
  ledger: LedgerDocument,
  change: (row: readonly unknown[]) => readonly unknown[],
): LedgerDocument {
  const copy = structuredClone(ledger);
  for (const hour of copy.hours.toReversed()) {
    const i = hour.rows.findIndex(([, , outcome]) => outcome === "timeout");
    const row = hour.rows[i];
    if (row === undefined) continue;
    hour.rows[i] = change(row) as typeof row;
    return copy;
  }
  throw new Error("no failure in the ledger");
}
