import { DurableObject } from "cloudflare:workers";
import { database } from "../db/client.ts";
import type { Assignment } from "../db/listings.ts";
import type { Bulletin, LedgerDocument } from "../contract/ledger.ts";
import type { Observation } from "../contract/observation.ts";
import { logFault } from "../lib/log-fault.ts";
import { hostKey } from "../registry/host-key.ts";
import { writeLedger } from "../score/ledger-rows.ts";
import { readSettings, type Settings } from "../settings.ts";
import type { StoredDrift } from "./drift-watch.ts";
import type { Endpoint } from "./endpoint.ts";
import { freshFailure } from "./fresh-failure.ts";
import { systemClock } from "../lib/clock.ts";
import { HostBoard } from "./host-board.ts";
import { CheckPace } from "./check-pace.ts";
import { checkStream } from "./check-stream.ts";
import { checkUrl } from "./host-check.ts";
import { type HostIdentity, hostIdentity } from "./host-identity.ts";
import { type HostParts, platformParts } from "./host-parts.ts";
import type { PracticePast } from "./practice-past.ts";
import { HostStore } from "./host-store.ts";
import { runTurn } from "./host-turn.ts";
import { Outbox } from "./outbox.ts";

/** Wait before a turn is tried again after one that failed for a reason of our own. */
const AFTER_FAULT_MS = 60_000;

/** What holds for all hosts and is told them by the conductor. */
export interface HostFacts {
  /** Names of the instance's networks. */
  readonly networks: readonly string[];
  /** Priors, windows, versions in force; numbers of the next closed hour rest on it. */
  readonly bulletin?: Bulletin;
}

/**
 * One object a hostname. It owns the host's limits, the grid of every endpoint on it, their memory and packed days, and
 * probes in its own alarm (ARCHITECTURE: cron conducts, alarms play). This is the shell: RPC, alarm, checks.
 */
export class HostDO extends DurableObject<Env> {
  readonly #settings: Settings;
  readonly #store: HostStore;
  readonly #board: HostBoard;
  readonly #identity: HostIdentity;
  readonly #outbox: Outbox;
  /** Its outgoing side is set anew by tests. */
  parts: HostParts;
  /** Which life of the object this is: a new one after every eviction. */
  readonly #life = crypto.randomUUID();
  readonly #checkPace = new CheckPace();
  #isInTurn = false;

  constructor(state: DurableObjectState, env: Env, parts?: HostParts) {
    super(state, env);
    this.#settings = readSettings(env as unknown as Record<string, unknown>);
    this.parts = parts ?? platformParts(this.#settings);
    this.#identity = hostIdentity(state.id.name ?? "", this.#settings);
    this.#store = new HostStore(state.storage);
    this.#board = new HostBoard(this.#store, this.#identity, this.parts.clock.now());
    const { clock, random } = this.parts;
    this.#outbox = new Outbox({
      db: database(env.DB),
      board: this.#board,
      clock,
      random,
    });
  }

  /** Takes new, changed and withdrawn endpoints of this host and sees to it that the alarm is set. */
  async assign(assignments: readonly Assignment[], facts?: HostFacts): Promise<void> {
    const nowMs = this.parts.clock.now();
    for (const assignment of assignments) this.#board.assign(assignment, nowMs);
    if (facts) this.#takeFacts(facts);
    if (this.#board.endpoints.size > 0) await this.ctx.storage.setAlarm(nowMs);
  }

  /** Sets the alarm when it is lost. True when it was. */
  async ensureAlarm(facts?: HostFacts): Promise<boolean> {
    if (facts) this.#takeFacts(facts);
    // While a turn runs no alarm is set; the turn sets the next one itself.
    if (this.#board.endpoints.size === 0 || this.#isInTurn) return false;
    if ((await this.ctx.storage.getAlarm()) !== null) return false;
    await this.ctx.storage.setAlarm(this.parts.clock.now());
    return true;
  }

  #takeFacts({ networks, bulletin }: HostFacts): void {
    this.#board.takeNetworks(networks);
    if (bulletin) this.#board.takeBulletin(bulletin);
  }

  /**
   * The ledger of one endpoint as of its published numbers (`asOfMs` null) or as of an earlier hour: everything they were
   * computed from. Null where there is none.
   */
  ledger(endpointId: string, asOfMs: number | null): LedgerDocument | null {
    const ledger = this.#board.ledger(endpointId, asOfMs);
    return ledger === null ? null : writeLedger(ledger);
  }

  /** Takes a simulated past of an endpoint, once; false where the instance is not for practice, or the endpoint is not here. */
  async takePast(endpointId: string, past: PracticePast): Promise<boolean> {
    const isTaken = this.#board.takePast(endpointId, past, this.parts.clock.now());
    await this.#outbox.flush();
    return isTaken;
  }

  /** Withdraws every endpoint: nothing is visited any more, D1 forgets them at once and the object after 35 days. */
  async retire(): Promise<void> {
    const assignments = [...this.#board.endpoints.values()].map(({ assignment }) => assignment);
    await this.assign(assignments.map((assignment) => ({ ...assignment, server: null })));
  }

  /** The owner asked, or the operator: the running slot is due at once, off the ladder. False: not listed here. */
  async revisit(endpointId: string): Promise<boolean> {
    const nowMs = this.parts.clock.now();
    if (!this.#board.revisit(endpointId, nowMs)) return false;
    await this.ctx.storage.setAlarm(nowMs);
    return true;
  }

  /** The newest observations of one endpoint, newest first, and when it is visited next (ms since 1970 UTC). */
  recent(endpointId: string, most: number): { observations: Observation[]; nextDueMs: number | null } {
    const endpoint = this.#board.endpoints.get(endpointId);
    if (endpoint === undefined) return { observations: [], nextDueMs: null };
    return {
      observations: endpoint.newest.slice(0, most),
      nextDueMs: this.#board.nextDueMs(endpoint, this.parts.clock.now()),
    };
  }

  /** Observations of one endpoint whose slots start in [fromMs, toMs), newest first. */
  observations(endpointId: string, fromMs: number, toMs: number): Observation[] {
    return this.#board.observations(endpointId, fromMs, toMs);
  }

  /** Agreed changes of one endpoint's tools in the last 35 days, oldest first. */
  drift(endpointId: string): StoredDrift[] {
    return this.#board.endpoints.has(endpointId) ? this.#store.drift(endpointId) : [];
  }

  /**
   * One visit of `url` for whoever asks: lines of JSON (`CheckLine`) as they happen, the last `refused` or `done`.
   * Within the host's limit and opt-outs, once a minute; nothing is stored, so the object stays awake for that minute:
   * it is the only place where the minute can be kept without a row. Cancelling the stream ends the check.
   */
  check(url: string): ReadableStream<Uint8Array> {
    return checkStream(this.ctx, systemClock, (listener) =>
      checkUrl(
        url,
        {
          ...this.parts,
          board: this.#board,
          identity: this.#identity,
          owns: (asked) => hostKey(asked, this.#settings) === this.#identity.host,
          pace: this.#checkPace,
        },
        listener,
      ),
    );
  }

  /** For the operator and for tests: which life this is, what it holds, when it wakes. */
  async describe(): Promise<{ life: string; endpoints: number; owed: number; alarmMs: number | null }> {
    const alarmMs = await this.ctx.storage.getAlarm();
    return { life: this.#life, endpoints: this.#board.endpoints.size, owed: this.#outbox.owed(), alarmMs };
  }

  /**
   * One turn. The runtime keeps an alarm until its handler has ended well, so a turn cut short (deploy, crash) runs again
   * by itself; the next alarm is set once, at the end, since every setting is a billed row. Nothing but a failure of the
   * object's own storage is thrown: after six throws the runtime would drop the alarm.
   */
  override async alarm(): Promise<void> {
    let wakeMs = this.parts.clock.now() + AFTER_FAULT_MS;
    this.#isInTurn = true;
    try {
      // A new listing shows as "not measured yet" before its first visit ends.
      await this.#outbox.flush();
      wakeMs = await runTurn({
        ...this.parts,
        board: this.#board,
        identity: this.#identity,
        afterProbe: async (endpoint) => {
          await Promise.all([this.#outbox.flush(), this.#reportFailure(endpoint)]);
        },
      });
      await this.#outbox.flush();
      if (await this.#retire()) return;
    } catch (error) {
      logFault("turn_failed", error, { host: this.#identity.host });
    } finally {
      this.#isInTurn = false;
    }
    await this.#setAlarmBy(Math.min(wakeMs, this.#outbox.wakeMs(), this.#board.retireMs()));
  }

  /** Sets the alarm unless an assignment, while the turn ran, set an earlier one. */
  async #setAlarmBy(ms: number): Promise<void> {
    const setMs = (await this.ctx.storage.getAlarm()) ?? Infinity;
    if (ms < setMs) await this.ctx.storage.setAlarm(ms);
  }

  /** Tells the network's object of an endpoint that failed right after it had answered. Never rejects. */
  async #reportFailure({ newest }: Endpoint): Promise<void> {
    const failure = freshFailure(this.#identity.hostname, newest);
    if (failure === null) return;
    try {
      await this.env.NETWORK.getByName(this.#identity.network).report(failure);
    } catch (error) {
      logFault("report_refused", error, { ...failure });
    }
  }

  /** Drops what has run out; true when nothing is left and the object has forgotten everything, its alarm included. */
  async #retire(): Promise<boolean> {
    this.#board.dropExpired(this.parts.clock.now());
    if (this.#board.endpoints.size > 0 || this.#outbox.owed() > 0) return false;
    await this.#store.clear();
    return true;
  }
}
