import { DRIFT_KINDS } from "../../src/contract/ledger.ts";
import type { Ledger, LedgerHour, LedgerProbe } from "../../src/contract/ledger.ts";
import { OUTCOMES } from "../../src/contract/observation.ts";
import { seededRandom } from "../../src/lib/random.ts";
import type { Random } from "../../src/lib/random.ts";
import { AGENT, EDGE, HISTORY_LEDGER, SECOND_AGENT, bulletinOf } from "./simulate.ts";

const AS_OF_HOUR = 494_640;
const IN_LEDGER = OUTCOMES.slice(0, 15);

/** A small random ledger: any outcome in any hour, gaps, held slots, windows, drift, tiers; the same seed gives the same. */
export function randomLedger(seed: number): Ledger {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random.next() * n);
  const networks = [EDGE, AGENT, SECOND_AGENT].slice(0, 1 + below(3));
  const goodShare = random.next();
  const hours = Array.from(
    { length: 3 + below(22) },
    () => AS_OF_HOUR - 1 - below(below(2) === 0 ? 30 : 860),
  );
  const slows = below(2) === 0;
  const holds = below(4) === 0;
  const rows: LedgerHour[] = [];
  for (const hour of new Set(hours)) {
    for (const { name } of networks) {
      if (below(4) === 0) continue;
      const slots = Array.from({ length: 12 }, (_, i) => hour * 12 + i).filter(() => random.next() < 0.12);
      const probes = slots.map((slot) => randomProbe(random, slot, goodShare));
      rows.push({
        network: name,
        hour,
        due: slots.length + below(3),
        held: Array.from({ length: 12 }, (_, i) => hour * 12 + i).filter(
          (slot) => !slots.includes(slot) && below(holds ? 2 : 30) === 0,
        ),
        interval_s: slows && below(3) === 0 ? 1_800 : 300,
        probes,
      });
    }
  }
  const asOfMs = AS_OF_HOUR * 3_600_000;
  const windows =
    below(4) === 0 ? [{ network: "edge", from: asOfMs - 40 * 3_600_000, to: asOfMs - 10 * 3_600_000 }] : [];
  const tiers = Array.from({ length: below(6) }, () => ({
    at: asOfMs - below(below(2) === 0 ? 10 : 40) * 86_400_000 - below(86_400_000),
    tier: (["open", "gated"] as const)[below(2)] ?? "open",
    last_observed: { l: null, s: null, definitions: null },
  }));
  return {
    ...HISTORY_LEDGER,
    tiers,
    endpoint: `e_random_${seed}`,
    as_of_hour: AS_OF_HOUR,
    drift: Array.from({ length: below(4) }, (_, i) => ({
      id: `d_${seed}_${i}`,
      at: asOfMs - below(40 * 86_400_000),
      networks: ["edge"],
      kinds: [DRIFT_KINDS[below(DRIFT_KINDS.length)] ?? "tool_added"],
    })),
    bulletin: { ...bulletinOf(networks), windows },
    hours: rows,
  };
}

function randomProbe(random: Random, slot: number, goodShare: number): LedgerProbe {
  const below = (n: number) => Math.floor(random.next() * n);
  const outcome = random.next() < goodShare ? "up" : (IN_LEDGER[below(IN_LEDGER.length)] ?? "timeout");
  const toolsOk = outcome === "up" ? (["listed", "none", "partial", "failed"] as const)[below(4)] : undefined;
  return {
    slot,
    started_at: slot * 300_000 + below(290_000),
    outcome,
    http_status: outcome === "up" ? 200 : null,
    tools_ok: toolsOk ?? null,
    tool_count: toolsOk === "listed" ? 1 + below(9) : null,
    complete_list: toolsOk === "listed",
    first_answer_ms: below(10) === 0 ? null : below(4_000),
    total_ms: below(10) === 0 ? null : below(9_000),
    era: "handshake",
    revision: outcome === "up" ? "2025-11-25" : null,
    named: below(2) === 0,
  };
}
