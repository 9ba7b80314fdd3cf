import { systemClock } from "../../../src/lib/clock.ts";
import { freshMemory } from "../../../src/probe/memory.ts";
import { createPinnedTransport } from "../../../src/probe/transport/pinned.ts";
import type { FleetMember } from "./fleet-process.ts";
import { visitMember } from "./visit-member.ts";

/** What one visit did to the live memory of this process, after forced collections. */
export interface MemoryRow {
  readonly name: string;
  readonly outcome: string;
  readonly tookMs: number;
  /** Highest live memory during the visit above that before it, bytes. */
  readonly raisedBytes: number;
}

/** Live memory is looked at this often; a collection costs some ten milliseconds. */
const LOOK_MS = 40;
const { gc } = globalThis as { gc?: () => void };

function liveBytes(): number {
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function measure({ name, url }: FleetMember): Promise<MemoryRow> {
  await new Promise((resolve) => void setTimeout(resolve, 50));
  const before = liveBytes();
  let highest = before;
  const look = () => void (highest = Math.max(highest, liveBytes()));
  const looking = setInterval(look, LOOK_MS);
  const started = performance.now();
  const { observation } = await visitMember(
    url,
    freshMemory(),
    createPinnedTransport({ clock: systemClock }),
    systemClock,
    // At every answer: what was parsed is still held then.
    look,
  );
  const tookMs = performance.now() - started;
  look();
  clearInterval(looking);
  return { name, outcome: observation.outcome, tookMs, raisedBytes: highest - before };
}

/** Started with `--expose-gc`: measures the members that its parent sends, one after the other, the first one unmeasured. */
process.on("message", (members: readonly FleetMember[]) => {
  void (async () => {
    if (gc === undefined) throw new Error("start this program with --expose-gc");
    const [first] = members;
    if (first !== undefined) await measure(first);
    for (const member of members) process.send?.(await measure(member));
    process.disconnect?.();
  })();
});
