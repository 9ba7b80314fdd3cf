import type { Prior } from "../contract/ledger.ts";
import type { Standing } from "../contract/standing.ts";
import type { Context } from "./context.ts";
import type { Availability } from "./formula/availability.ts";
import { PROTOCOL_INPUT, protocolInput } from "./formula/front-door.ts";
import { health } from "./formula/health.ts";
import { ROUNDING, halfUp } from "./formula/rounding.ts";
import { heldInput } from "./formula/tier.ts";

type Input = NonNullable<Standing["health"]>["inputs"]["l"];

/** An input L or S: observed, its prior, or held down after a tier change. */
function input(observed: number | null, prior: Prior, hold: { readonly last: number | null } | null): Input {
  if (hold !== null) return { value: heldInput(prior.value, observed ?? hold.last), basis: "held" };
  return observed === null ? { value: prior.value, basis: "prior" } : { value: observed, basis: "observed" };
}

const fraction = (pct: number): number => halfUp(pct / 100, ROUNDING.percentDecimals + 2);

/** Health with the inputs that it was made from; a window without any success makes L 0. */
export function healthOf(context: Context, availability: Availability): Standing["health"] {
  const { observed, hold, door, tier, latestAnswer, latestRevised } = context;
  const { priors } = context.ledger.bulletin;
  const dead = tier !== "gated" && availability.pct === 0;
  const l: Input = dead
    ? { value: 0, basis: "observed" }
    : input(observed.l, priors.l, hold && { last: hold.l });
  const s = input(observed.s, priors.s, hold && { last: hold.s });
  const p =
    latestAnswer === null
      ? PROTOCOL_INPUT.failed
      : protocolInput(latestAnswer, door, latestRevised?.revision ?? null);
  const { pct, ci95 } = availability;
  return {
    ...health({ pct, lowerPct: ci95[0], l: l.value, p, s: s.value }),
    inputs: { a: fraction(pct), a_lower: fraction(ci95[0]), l, p, s },
    priors_date: priors.date,
  };
}
