import { percentile } from "./percentile.ts";
import { halfUp } from "./rounding.ts";

export const TIME_FIGURE = {
  version: "latency-v1",
  /** A network enters the mean with at least this many samples. */
  networkSamplesMin: 20,
} as const;

/** Samples of one network, milliseconds. */
export interface NetworkSamples {
  readonly network: string;
  readonly values: Float64Array;
}

export interface TimeFigure {
  /** Whole milliseconds. */
  readonly ms: number;
  /** Samples of all networks that entered. */
  readonly n: number;
  readonly networks: readonly { readonly network: string; readonly ms: number; readonly n: number }[];
}

/**
 * A percentile taken per network; the figure is the plain mean over networks with at least 20 samples. Where no network has 20, those
 * that have at least the figure's own minimum stand in. Null below the minimum.
 * @param samples scored networks (or the edge alone where an instance has none); values are reordered
 * @param samplesMin samples that the figure needs over all networks
 */
export function timeFigure(
  samples: readonly NetworkSamples[],
  p: number,
  samplesMin: number,
): TimeFigure | null {
  const total = samples.reduce((sum, { values }) => sum + values.length, 0);
  if (total < samplesMin) return null;
  const full = samples.filter(({ values }) => values.length >= TIME_FIGURE.networkSamplesMin);
  const entering = full.length > 0 ? full : samples.filter(({ values }) => values.length >= samplesMin);
  if (entering.length === 0) return null;
  const networks = entering.map(({ network, values }) => ({
    network,
    ms: percentile(values, p),
    n: values.length,
  }));
  return {
    ms: halfUp(networks.reduce((sum, { ms }) => sum + ms, 0) / networks.length, 0),
    n: networks.reduce((sum, { n }) => sum + n, 0),
    networks,
  };
}
