import { hash32 } from "../lib/ids.ts";
import { DAY_MS, HOUR_MS } from "../lib/utc.ts";
import { SCHEDULE } from "../limits.ts";

/** Slots of 300 s in an hour and in a day; both divide evenly, so a slot belongs to exactly one of each. */
export const SLOTS_PER_HOUR = HOUR_MS / SCHEDULE.slotMs;
export const SLOTS_PER_DAY = DAY_MS / SCHEDULE.slotMs;

/**
 * The fixed time grid of one endpoint (`schedule-v1`): "One grid per endpoint for ever: slot i starts at phase + 300 s × i
 * (i from 1970-01-01), phase = first 32 bits of SHA-256(endpoint id) mod 300 s", in whole seconds.
 */
export interface Grid {
  /** First 32 bits of SHA-256 of the endpoint id, unsigned. */
  readonly hash: number;
  /** Start of slot 0 after 1970-01-01 UTC, a whole number of seconds in [0, 300), in ms. */
  readonly phaseMs: number;
}

/** The grid of an endpoint; compute once and keep, it never changes. */
export function gridOf(endpointId: string): Grid {
  const hash = hash32(endpointId);
  return { hash, phaseMs: (hash % (SCHEDULE.slotMs / 1000)) * 1000 };
}

/** Index of the slot whose 300 s hold `timeMs` (ms since 1970 UTC); times before the phase give −1. */
export const slotAt = (grid: Grid, timeMs: number): number =>
  Math.floor((timeMs - grid.phaseMs) / SCHEDULE.slotMs);

/** Start of a slot, ms since 1970 UTC. */
export const slotStart = (grid: Grid, slot: number): number => grid.phaseMs + slot * SCHEDULE.slotMs;

/** "Slots with (i + hash) mod m = 0 are *due*." `multiple` is a whole number ≥ 1. */
export const isDue = (grid: Grid, slot: number, multiple: number): boolean =>
  (slot + grid.hash) % multiple === 0;

/** Least due slot that is not below `fromSlot`. */
export function nextDue(grid: Grid, fromSlot: number, multiple: number): number {
  const past = (fromSlot + grid.hash) % multiple;
  return past === 0 ? fromSlot : fromSlot + multiple - past;
}

/** Number of due slots in [fromSlot, toSlot). */
export function dueSlots(grid: Grid, fromSlot: number, toSlot: number, multiple: number): number {
  const first = nextDue(grid, fromSlot, multiple);
  return first >= toSlot ? 0 : Math.floor((toSlot - 1 - first) / multiple) + 1;
}

/** "Network j of N (sorted by name) starts at slot start + 300 s × j ÷ N": that offset in whole ms, rounded down. */
export const networkOffsetMs = (networkIndex: number, networkCount: number): number =>
  Math.floor((SCHEDULE.slotMs * networkIndex) / networkCount);

/**
 * UTC hour (hours since 1970) of a slot: "A probe belongs to the hour and day of its slot", the slot's start on the grid.
 * The phase is below 300 s and an hour is 12 slots, so the hour is ⌊i ÷ 12⌋ whatever the phase.
 */
export const hourOfSlot = (slot: number): number => Math.floor(slot / SLOTS_PER_HOUR);

/** UTC day (days since 1970) of a slot. */
export const dayOfSlot = (slot: number): number => Math.floor(slot / SLOTS_PER_DAY);
