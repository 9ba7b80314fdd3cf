/** Distance between neighbours of a new list: twenty rows in a row can be put between the same two before it is used up. */
const GAP = 2 ** 20;

/**
 * Positions for a list in its new order. As many rows as possible keep the position they hold (the longest ascending
 * run of held positions, by patience sorting); every other row goes between its neighbours. Without room the whole list
 * is numbered anew.
 *
 * @param order ids in the order wanted, each once
 * @param held positions they have now, whole numbers; two may be alike, and ids that are not in the list are not looked at
 * @returns a whole number an id, ascending along `order`
 */
export function place(order: readonly string[], held: ReadonlyMap<string, number>): Map<string, number> {
  const positions = order.map((id) => held.get(id) ?? null);
  const kept = new Set(longestAscending(positions));
  const placed: number[] = [];
  for (let at = 0; at < order.length;) {
    const position = positions[at] ?? 0;
    if (kept.has(at)) placed.push(position);
    const from = placed.length;
    let to = from;
    while (to < order.length && !kept.has(to)) to += 1;
    const between = spread(to - from, placed.at(-1) ?? null, positions[to] ?? null);
    if (between === null) return new Map(order.map((id, index) => [id, (index + 1) * GAP]));
    placed.push(...between);
    at = to;
  }
  return new Map(order.map((id, index) => [id, placed[index] as number]));
}

/** `count` whole numbers between two, or beyond the only one; null when there is no room. */
function spread(count: number, low: number | null, high: number | null): number[] | null {
  const steps = Array.from({ length: count }, (_, index) => index + 1);
  if (low === null && high !== null) return steps.map((step) => high - GAP * (count + 1 - step));
  if (high === null) return steps.map((step) => (low ?? 0) + GAP * step);
  const distance = (high - (low ?? 0)) / (count + 1);
  return distance < 1 ? null : steps.map((step) => (low ?? 0) + Math.floor(distance * step));
}

/** Indices of a longest strictly ascending subsequence; nulls are passed over. O(n log n). */
function longestAscending(values: readonly (number | null)[]): number[] {
  /** Of the subsequences of each length, the index at which the one with the smallest end ends. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const found: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) found.push(index);
  return found.reverse();
}
