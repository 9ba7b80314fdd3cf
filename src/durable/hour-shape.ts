import { storedJson } from "../lib/json.ts";
import { SCHEDULE } from "../limits.ts";
import { dueSlots, type Grid, SLOTS_PER_HOUR } from "../schedule/grid.ts";

/** What the ledger says of an hour beside its observations. */
export interface HourShape {
  /** Slots that were due in it. */
  readonly due: number;
  /** Effective interval at its end. */
  readonly intervalS: number;
}

/** Shapes of those hours of a UTC day that have an observation, by the hour of the day. */
export type HourShapes = ReadonlyMap<number, HourShape>;

/** As stored: JSON, by the hour of the day [slots due, interval in seconds]. */
export const writeShapes = (shapes: HourShapes): string =>
  JSON.stringify(
    Object.fromEntries([...shapes].map(([hour, { due, intervalS }]) => [hour, [due, intervalS]])),
  );

/** Reads what `writeShapes` wrote, as far as it is not damaged. */
export function readShapes(text: string): HourShapes {
  const shapes = new Map<number, HourShape>();
  for (const [hour, shape] of Object.entries(storedJson(text, "shapes") ?? {})) {
    if (!Array.isArray(shape)) continue;
    const [due, intervalS] = shape as readonly unknown[];
    if (isCount(due) && isCount(intervalS) && intervalS > 0) shapes.set(Number(hour), { due, intervalS });
  }
  return shapes;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * An hour's shape after one more observation in `slot`: slots due in the hour, under each multiple as long as it was in
 * force, and the interval now. Before the first observation ever (`isFirst`) nothing was due; its own slot was, at once.
 * @param before null where it is the hour's first observation
 */
export function hourShape(
  grid: Grid,
  slot: number,
  multiple: number,
  before: HourShape | null,
  isFirst: boolean,
): HourShape {
  const start = Math.floor(slot / SLOTS_PER_HOUR) * SLOTS_PER_HOUR;
  const end = start + SLOTS_PER_HOUR;
  const slotS = SCHEDULE.slotMs / 1000;
  const intervalS = multiple * slotS;
  if (before === null && isFirst) return { due: 1 + dueSlots(grid, slot + 1, end, multiple), intervalS };
  if (before === null) return { due: dueSlots(grid, start, end, multiple), intervalS };
  if (before.intervalS === intervalS) return before;
  const wereDue = dueSlots(grid, slot + 1, end, before.intervalS / slotS);
  return { due: before.due - wereDue + dueSlots(grid, slot + 1, end, multiple), intervalS };
}
