import type { QuarantineWindow } from "../contract/ledger.ts";
import type { Span } from "./formula/tier.ts";

/** Whether a moment lies in one of the spans, which come in any order and may overlap; logarithmic, for a ledger may hold many. */
export function spanFinder(spans: readonly Span[]): (at: number) => boolean {
  const froms: number[] = [];
  const tos: number[] = [];
  const lasting = spans.filter(({ from, to }) => to === null || to > from);
  for (const { from, to } of lasting.toSorted((x, y) => x.from - y.from)) {
    const end = to ?? Infinity;
    const last = tos.length - 1;
    if (last >= 0 && from <= (tos[last] as number)) {
      tos[last] = Math.max(tos[last] as number, end);
    } else {
      froms.push(from);
      tos.push(end);
    }
  }
  return (at) => {
    let low = 0;
    let high = froms.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((froms[middle] as number) <= at) low = middle + 1;
      else high = middle;
    }
    return low > 0 && at < (tos[low - 1] as number);
  };
}

const never = () => false;

/** Whether a network was in doubt at a moment. */
export function windowFinder(windows: readonly QuarantineWindow[]): (network: string, at: number) => boolean {
  const spans = new Map<string, Span[]>();
  for (const window of windows) {
    const own = spans.get(window.network);
    if (own === undefined) spans.set(window.network, [window]);
    else own.push(window);
  }
  const finders = new Map([...spans].map(([network, own]) => [network, spanFinder(own)]));
  return (network, at) => (finders.get(network) ?? never)(at);
}
