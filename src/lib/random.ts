/** Randomness as a parameter. This file is the only one that may name `Math.random`. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
}

/** The platform's generator; for jitter only, never for secrets. */
export const systemRandom: Random = { next: () => Math.random() };

/** A seeded generator (mulberry32) for tests, fuzzing and simulations: the same seed gives the same sequence. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    },
  };
}
