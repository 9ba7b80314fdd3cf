/**
 * Counted permits for everything that one HostDO has in flight: a platform that lets an object hold six connections
 * queues the seventh without a word, and a deadline would run while it waits. A deadline starts when the permit is held.
 */
export class Permits {
  #free: number;
  readonly #waiting: { readonly weight: number; readonly reserve: number; readonly grant: () => void }[] = [];

  constructor(total: number) {
    this.#free = total;
  }

  /** Takes `weight` permits if at least `reserve` are left after it; false, and nothing taken, otherwise. */
  tryTake(weight: number, reserve: number): boolean {
    if (this.#free - weight < reserve) return false;
    this.#free -= weight;
    return true;
  }

  /** Runs `work` with `weight` permits in hand, which it waits for in order of arrival among those that fit. */
  async with<T>(weight: number, reserve: number, work: () => Promise<T>): Promise<T> {
    if (!this.tryTake(weight, reserve)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push({ weight, reserve, grant: resolve });
      await promise;
    }
    try {
      return await work();
    } finally {
      this.give(weight);
    }
  }

  /** Gives `weight` permits back and lets in who fits now. */
  give(weight: number): void {
    this.#free += weight;
    for (let index = 0; index < this.#waiting.length;) {
      const waiter = this.#waiting[index]!;
      if (!this.tryTake(waiter.weight, waiter.reserve)) {
        index += 1;
        continue;
      }
      this.#waiting.splice(index, 1);
      waiter.grant();
    }
  }
}

/** Permits of one visit: a stream and its posts are two connections. */
export const visitWeight = (transport: "streamable-http" | "http+sse" | null): number =>
  transport === "http+sse" ? 2 : 1;

/** Kept free of visits, so that the DNS look-up inside a visit always gets through. */
export const KEPT_FOR_DNS = 1;
