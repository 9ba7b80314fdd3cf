import { baseMultiple, type Crowd, crowdFactor, type OwnerIntervalS } from "../schedule/cadence.ts";
import { type HoldLap, holdLapAfter, startHoldLap } from "../schedule/hold-lap.ts";
import { startUnitMs } from "../schedule/host-limit.ts";
import { cadenceOf, type Endpoint } from "./endpoint.ts";

/** How often the endpoints of one host are visited: their multiples under the host's crowd, worked out once a change. */
export class HostCadence {
  #crowd: Crowd;
  /** Crowd factors by base multiple. */
  readonly #factors = new Map<number, number>();
  #lap: HoldLap;

  /** @param meanHoldS mean hold of an earlier life, seconds; 0 where none is known */
  constructor(networks: number, meanHoldS: number, nowMs: number) {
    this.#crowd = { endpoints: 0, networks, meanHoldS, startUnitS: 1 };
    this.#lap = { ...startHoldLap(nowMs), meanHoldS };
  }

  /** Takes how many endpoints are listed, how many networks visit them, and the host's Crawl-delay. */
  takeCrowd(endpoints: number, networks: number, crawlDelayMs: number): void {
    this.#crowd = { ...this.#crowd, endpoints, networks, startUnitS: startUnitMs(crawlDelayMs) / 1000 };
    this.#factors.clear();
  }

  /** The multiple that an endpoint's slots are due by. */
  multipleOf(endpoint: Endpoint, ownerIntervalS: OwnerIntervalS | null, nowMs: number): number {
    const base = baseMultiple(cadenceOf(endpoint, ownerIntervalS, this.#crowd.networks, nowMs), nowMs);
    const factor = this.#factors.get(base) ?? crowdFactor(this.#crowd, base);
    this.#factors.set(base, factor);
    return base * factor;
  }

  /**
   * Notes that a visit held its permit for `heldMs`; a lap of `lapMs` gives a new mean.
   * @returns the mean when it stretches the host otherwise than the one before, and so is worth storing; else null
   */
  held(heldMs: number, nowMs: number, lapMs: number): number | null {
    this.#lap = holdLapAfter(this.#lap, heldMs, nowMs, lapMs);
    const { meanHoldS } = this.#lap;
    if (meanHoldS === this.#crowd.meanHoldS) return null;
    this.#crowd = { ...this.#crowd, meanHoldS };
    const isSame = [...this.#factors].every(([base, factor]) => crowdFactor(this.#crowd, base) === factor);
    if (isSame) return null;
    this.#factors.clear();
    return meanHoldS;
  }
}
