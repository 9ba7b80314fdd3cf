/**
 * Which slots of one (endpoint, network) are decided: run, or recorded as skipped. Derived from the stored hours with
 * `slotLogOf`; what makes alarms that come twice, or a clock that goes back, change nothing.
 */
export interface SlotLog {
  /** Highest decided slot, −1 while there is none. */
  readonly top: number;
  /** Bit k: slot top − 1 − k is decided (k from 0 to 30). */
  readonly mask: number;
}

/** Slots below `top` that a log remembers one by one: more than two hours and a half of them. */
export const SLOT_LOG_REACH = 31;

export const EMPTY_SLOT_LOG: SlotLog = { top: -1, mask: 0 };

/** The log after `slot` is decided; deciding it again changes nothing. */
export function decideSlot(log: SlotLog, slot: number): SlotLog {
  if (slot === log.top) return log;
  if (slot < log.top) {
    const bit = log.top - 1 - slot;
    return bit < SLOT_LOG_REACH ? { top: log.top, mask: (log.mask | (1 << bit)) & 0x7fff_ffff } : log;
  }
  const shift = slot - log.top;
  if (log.top < 0 || shift > SLOT_LOG_REACH) return { top: slot, mask: 0 };
  const shifted = shift === SLOT_LOG_REACH ? 0 : log.mask << shift;
  return { top: slot, mask: (shifted | (1 << (shift - 1))) & 0x7fff_ffff };
}

/** Whether the log can tell about `slot`; it cannot far below its top, after the clock was set back by hours. */
export const covers = (log: SlotLog, slot: number): boolean => slot >= log.top - SLOT_LOG_REACH;

/** Whether `slot` is decided. A slot below the log's reach counts as decided: better lost than doubled. */
export function isDecided(log: SlotLog, slot: number): boolean {
  if (slot >= log.top) return slot === log.top;
  return !covers(log, slot) || (log.mask & (1 << (log.top - 1 - slot))) !== 0;
}

/** The log of these decided slots, in any order. Give it the hours around now and no others. */
export const slotLogOf = (slots: Iterable<number>): SlotLog => {
  let log = EMPTY_SLOT_LOG;
  for (const slot of slots) log = decideSlot(log, slot);
  return log;
};
