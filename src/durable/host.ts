import { DurableObject } from "cloudflare:workers";
import { database, type Database } from "../db/client.ts";
import type { Assignment } from "../db/listings.ts";
import type { Observation } from "../contract/observation.ts";
import { systemClock } from "../lib/clock.ts";
import { systemRandom } from "../lib/random.ts";
import { readSettings } from "../settings.ts";
import { edgeOutgoing } from "./edge-outgoing.ts";
import { HostBoard, type HostIdentity } from "./host-board.ts";
import { HostStore } from "./host-store.ts";
import { runTurn } from "./host-turn.ts";
import type { Outgoing } from "./outgoing.ts";
import { flush, owed, retryDelayMs } from "./outbox.ts";

/** Wait before a turn is tried again after one that failed for a reason of our own. */
const AFTER_FAULT_MS = 60_000;

/**
 * One object a hostname. It owns the host's limits, the grid of every endpoint on it, their memory and packed hours, and
 * probes in its own alarm (ARCHITECTURE: cron conducts, alarms play). This is the shell: RPC, alarm, outbox.
 */
export class HostDO extends DurableObject<Env> {
  readonly #store: HostStore;
  readonly #board: HostBoard;
  readonly #identity: HostIdentity;
  readonly #db: Database;
  /** Set anew by tests; the network otherwise. */
  outgoing: Outgoing;
  /** Which life of the object this is: a new one after every eviction. */
  readonly #life = crypto.randomUUID();
  #refusalsInARow = 0;
  #flushing: Promise<void> | null = null;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    const settings = readSettings(env as unknown as Record<string, unknown>);
    const host = state.id.name ?? "";
    this.#identity = {
      host,
      hostname: host.replace(/:\d+$/, ""),
      network: settings.EDGE_NETWORK,
      location: "unknown",
      bot: settings.BOT_NAME,
    };
    this.#db = database(env.DB);
    this.#store = new HostStore(state.storage);
    this.#board = new HostBoard(this.#store, this.#identity, systemClock.now());
    this.outgoing = edgeOutgoing(settings);
  }

  /** Takes new, changed and withdrawn endpoints of this host and sees to it that the alarm is set. */
  async assign(assignments: readonly Assignment[]): Promise<void> {
    const nowMs = systemClock.now();
    for (const assignment of assignments) this.#board.assign(assignment, nowMs);
    await this.ctx.storage.setAlarm(nowMs);
  }

  /** Sets the alarm when it is lost. True when it was. */
  async ensureAlarm(): Promise<boolean> {
    if (this.#board.endpoints.size === 0 || (await this.ctx.storage.getAlarm()) !== null) return false;
    await this.ctx.storage.setAlarm(systemClock.now());
    return true;
  }

  /** The newest observations of one endpoint, newest first, and when it is visited next (ms since 1970 UTC). */
  recent(endpointId: string, most: number): { observations: Observation[]; nextDueMs: number | null } {
    const endpoint = this.#board.endpoints.get(endpointId);
    if (endpoint === undefined) return { observations: [], nextDueMs: null };
    return {
      observations: endpoint.newest.slice(0, most),
      nextDueMs: this.#board.nextDueMs(endpoint, systemClock.now()),
    };
  }

  /** Observations of one endpoint whose slots start in [fromMs, toMs), newest first. */
  observations(endpointId: string, fromMs: number, toMs: number): Observation[] {
    return this.#board.observations(endpointId, fromMs, toMs);
  }

  /** For the operator and for tests: which life this is, what it holds, when it wakes. */
  async describe(): Promise<{ life: string; endpoints: number; owed: number; alarmMs: number | null }> {
    const { endpoints } = this.#board;
    const alarmMs = await this.ctx.storage.getAlarm();
    return { life: this.#life, endpoints: endpoints.size, owed: owed(endpoints.values()).length, alarmMs };
  }

  /**
   * One turn. The runtime keeps an alarm until its handler has ended well, so a turn cut short (deploy, crash) runs again
   * by itself; the next alarm is set once, at the end, since every setting is a billed row. Nothing but a failure of the
   * object's own storage is thrown: after six throws the runtime would drop the alarm.
   */
  override async alarm(): Promise<void> {
    let wakeMs = systemClock.now() + AFTER_FAULT_MS;
    try {
      // A new listing shows as "not measured yet" before its first visit ends.
      await this.#flush();
      wakeMs = await runTurn({
        board: this.#board,
        identity: this.#identity,
        outgoing: this.outgoing,
        clock: systemClock,
        afterProbe: () => this.#flush(),
      });
      await this.#flush();
      if (await this.#retire()) return;
    } catch (error) {
      console.error(
        JSON.stringify({ event: "turn_failed", host: this.#identity.host, error: String(error) }),
      );
    }
    const nextMs = Math.min(wakeMs, this.#owedWakeMs(), this.#board.retireMs());
    if (nextMs !== Infinity) await this.ctx.storage.setAlarm(nextMs);
  }

  /** When a refused write is tried again; Infinity when D1 is owed nothing. */
  #owedWakeMs(): number {
    if (owed(this.#board.endpoints.values()).length === 0) return Infinity;
    return systemClock.now() + retryDelayMs(this.#refusalsInARow, systemRandom);
  }

  /** Sends what D1 is owed; probes that end meanwhile join the same run. Never throws. */
  #flush(): Promise<void> {
    this.#flushing ??= this.#flushAll().finally(() => {
      this.#flushing = null;
    });
    return this.#flushing;
  }

  async #flushAll(): Promise<void> {
    try {
      for (
        let part = owed(this.#board.endpoints.values());
        part.length > 0;
        part = owed(this.#board.endpoints.values())
      ) {
        await flush(this.#db, this.#store, part, systemClock.now());
      }
      this.#refusalsInARow = 0;
    } catch (error) {
      this.#refusalsInARow += 1;
      console.error(
        JSON.stringify({ event: "standings_refused", host: this.#identity.host, error: String(error) }),
      );
    }
  }

  /** Drops what has run out; true when nothing is left and the object has forgotten everything, its alarm included. */
  async #retire(): Promise<boolean> {
    this.#board.dropExpired(systemClock.now());
    if (this.#board.endpoints.size > 0) return false;
    await this.ctx.storage.deleteAll();
    return true;
  }
}
