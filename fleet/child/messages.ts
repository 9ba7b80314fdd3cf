import type { Counts } from "../network/counter.ts";

/** What a child program that runs under `preload.ts` tells the fleet. */
export type FromChild =
  | { readonly kind: "listening"; readonly port: number }
  | { readonly kind: "counts"; readonly counts: Counts };

/** What the fleet asks of it. */
export type ToChild = { readonly kind: "counts" } | { readonly kind: "reset" };
