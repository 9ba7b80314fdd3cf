import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Observation } from "../../src/contract/observation.ts";
import type { Assignment } from "../../src/db/listings.ts";
import type { HostDO } from "../../src/durable/host.ts";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import { endpointId } from "../../src/lib/ids.ts";
import { gridOf, slotAt, slotStart } from "../../src/schedule/grid.ts";
import { FakeOutgoing } from "./fake-outgoing.ts";

/** Far in the future, so that no alarm set from this clock fires by itself. */
export const START = Date.parse("2040-01-01T00:00:00Z");
export const SLOT = 300_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export type Listed = Assignment & { readonly server: NonNullable<Assignment["server"]> };

let count = 0;

/** A listing on a host; every call another server. */
export function listing(host: string, path = "/mcp"): Listed {
  count += 1;
  const url = `https://${host}${path}`;
  return {
    endpointId: endpointId(url),
    host,
    url,
    declaredTransport: null,
    server: { slug: `s${count}`, name: `com.example/s${count}`, title: `Server ${count}` },
  };
}

/** Sleeps end at once and move the test's Date on; a timer that is cancelled moves nothing. */
const jumpingClock: Clock = {
  ...systemClock,
  after(delayMs, fire) {
    const timer = setTimeout(() => {
      vi.setSystemTime(Date.now() + delayMs);
      fire();
    }, 0);
    return () => clearTimeout(timer);
  },
};

/** One HostDO in real workerd whose outgoing side is a fake and whose Date is the test's. */
export class TestHost {
  readonly name: string;
  readonly stub: DurableObjectStub<HostDO>;
  readonly outgoing = new FakeOutgoing();

  constructor(label: string) {
    count += 1;
    this.name = `${label}-${count}.example.com`;
    this.stub = env.HOST.getByName(this.name);
  }

  /** Puts the fake in place of the network; an evicted object needs it again. */
  take(): Promise<void> {
    return runInDurableObject(this.stub, (instance: HostDO) => {
      instance.parts = { ...instance.parts, outgoing: this.outgoing, clock: jumpingClock };
    });
  }

  /** Runs the alarm that is set; false when none is. */
  turn(): Promise<boolean> {
    return runDurableObjectAlarm(this.stub);
  }

  /** Runs the alarm's handler whether or not it is set. */
  alarm(): Promise<void> {
    return runInDurableObject(this.stub, (instance: HostDO) => instance.alarm());
  }

  /** Goes to a moment and runs the alarm's handler. */
  async alarmAt(ms: number): Promise<void> {
    vi.setSystemTime(ms);
    await this.alarm();
  }

  /** Every stored observation of an endpoint, newest first. */
  async all(endpoint: string): Promise<Observation[]> {
    return this.stub.observations(endpoint, START - 40 * DAY, START + 80 * DAY);
  }

  sql(query: string, ...values: unknown[]): Promise<Record<string, SqlStorageValue>[]> {
    return runInDurableObject(this.stub, (_instance, state) =>
      state.storage.sql.exec(query, ...values).toArray(),
    );
  }
}

/** A moment inside the n-th slot of an endpoint from the first, whatever its phase. */
export function inSlot(endpoint: string, n: number): number {
  const grid = gridOf(endpoint);
  return slotStart(grid, slotAt(grid, START) + n) + 1_000;
}
