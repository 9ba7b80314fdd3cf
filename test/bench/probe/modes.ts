/** What is measured: a visit that knows the list, one that knows nothing, the same requests by hand, the SDK's client. */
export const MODES = ["floor", "visit", "sdk", "first"] as const;
export type Mode = (typeof MODES)[number];

export const ERAS = ["stateless", "handshake"] as const;
export type BenchEra = (typeof ERAS)[number];

export interface Job {
  readonly mode: Mode;
  readonly era: BenchEra;
  readonly url: string;
  readonly count: number;
}
