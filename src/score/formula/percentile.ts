/**
 * Percentile by nearest rank: value number ⌈p·n⌉ in ascending order. Selection in place (the array is reordered), about n steps.
 * Source of the selection: C. A. R. Hoare, "Algorithm 65: Find", Communications of the ACM 4 (1961) 321.
 * @param values at least one
 * @param p above 0, at most 1
 */
export function percentile(values: Float64Array, p: number): number {
  const rank = Math.max(0, Math.ceil(p * values.length) - 1);
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] as number;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] as number) < pivot) i++;
      while ((values[j] as number) > pivot) j--;
      if (i > j) break;
      const swap = values[i] as number;
      values[i++] = values[j] as number;
      values[j--] = swap;
    }
    if (rank <= j) high = j;
    else if (rank >= i) low = i;
    else break;
  }
  return values[rank] as number;
}
