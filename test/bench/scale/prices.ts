/**
 * Prices of the platform's paid plan in US dollars, from its public pricing pages as read at the date below: what is
 * included a month, then the price of a million units (of one, for gigabyte-months). Nothing else in the project holds a price.
 * The pages were read as public copies, the newest of them of this month.
 */
export const PRICES_AS_OF = "2026-10";

/** USD a month, whatever is used. */
export const BASE_USD_PER_MONTH = 5;

const MILLION = 1e6;

export const PRICES = {
  worker_requests: { included: 10 * MILLION, usd: 0.3, per: MILLION },
  worker_cpu_ms: { included: 30 * MILLION, usd: 0.02, per: MILLION },
  do_requests: { included: 1 * MILLION, usd: 0.15, per: MILLION },
  /** Wall time of an object while it is active, × 128 MB. */
  do_gb_s: { included: 400_000, usd: 12.5, per: MILLION },
  do_rows_read: { included: 25_000 * MILLION, usd: 0.001, per: MILLION },
  /** Deletes and every `setAlarm` count as rows written. */
  do_rows_written: { included: 50 * MILLION, usd: 1, per: MILLION },
  do_gb_months: { included: 5, usd: 0.2, per: 1 },
  d1_rows_read: { included: 25_000 * MILLION, usd: 0.001, per: MILLION },
  d1_rows_written: { included: 50 * MILLION, usd: 1, per: MILLION },
  d1_gb_months: { included: 5, usd: 0.75, per: 1 },
} as const;

export type PricedItem = keyof typeof PRICES;

/** Units used; an item left out is 0. */
export type Units = Readonly<Partial<Record<PricedItem, number>>>;

/** GB-seconds of an object that was active for `seconds`. */
export const objectGbSeconds = (seconds: number): number => seconds * 0.128;

/** Dollars by item for these units at the prices beyond what is included. */
export function usdByItem(units: Units): Record<PricedItem, number> {
  return eachItem((item) => ((units[item] ?? 0) * PRICES[item].usd) / PRICES[item].per);
}

/** Dollars for these units of one month, by item, after what is included; the base price is not among them. */
export function usdByItemOfMonth(unitsOfMonth: Units): Record<PricedItem, number> {
  return eachItem((item) => {
    const beyond = Math.max(0, (unitsOfMonth[item] ?? 0) - PRICES[item].included);
    return (beyond * PRICES[item].usd) / PRICES[item].per;
  });
}

/** Sum over the items. */
export const usdInAll = (byItem: Readonly<Record<PricedItem, number>>): number =>
  Object.values(byItem).reduce((sum, usd) => sum + usd, 0);

/** The bill of a month: the base price and what goes beyond what it includes. */
export const usdOfMonth = (unitsOfMonth: Units): number =>
  BASE_USD_PER_MONTH + usdInAll(usdByItemOfMonth(unitsOfMonth));

/** Units × `factor`: from units a probe to those of a month. */
export const scaled = (units: Units, factor: number): Units =>
  Object.fromEntries(Object.entries(units).map(([item, count]) => [item, count * factor]));

const eachItem = (of: (item: PricedItem) => number): Record<PricedItem, number> =>
  Object.fromEntries(Object.keys(PRICES).map((item) => [item, of(item as PricedItem)])) as Record<
    PricedItem,
    number
  >;
