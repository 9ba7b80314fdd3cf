import type { Observation } from "../contract/observation.ts";
import { hostLadderAfter, type HostLadder, OFF_HOST_LADDER } from "../schedule/ladder.ts";
import { failuresAfter } from "../schedule/sentinel.ts";
import type { HostStore } from "./host-store.ts";

/** What of the store is needed here. */
type LadderStore = Pick<HostStore, "hostValue" | "putHostValue">;

/** How this network stands with the host as a whole: what is in progress, the latest start, failures and the ladder. */
export class HostContact {
  readonly #store: LadderStore;
  #hostLadder: HostLadder;
  /** Connection-level failures in a row. */
  failuresInARow = 0;
  /** Visits in progress, checks included. */
  inProgress = 0;
  lastStartMs: number | null = null;
  /** When the host was last planned in this life. */
  lastTurnMs: number | null = null;
  /** Then a slot could have started but for our own permits. */
  wasHeldUp = false;

  /** @param recent observations of all endpoints from the hours before, any order: failures and starts follow from them */
  constructor(store: LadderStore, recent: readonly Observation[]) {
    this.#store = store;
    this.#hostLadder = (store.hostValue("ladder") as HostLadder | null) ?? OFF_HOST_LADDER;
    const run = recent.filter(({ outcome }) => outcome !== "skipped");
    for (const { outcome, started_at: startedMs } of run.toSorted((a, b) => a.started_at - b.started_at)) {
      this.failuresInARow = failuresAfter(this.failuresInARow, outcome);
      this.lastStartMs = startedMs;
    }
  }

  /** Ladder of the whole host. */
  get ladder(): HostLadder["ladder"] {
    return this.#hostLadder.ladder;
  }

  /** A visit, or a check, begins: it spends the host's budget. */
  begin(nowMs: number): void {
    this.lastStartMs = nowMs;
    this.inProgress += 1;
  }

  end(): void {
    this.inProgress -= 1;
  }

  /** Takes in what a visit saw; a step of the ladder is stored. */
  observe(observation: Observation): void {
    if (observation.outcome === "skipped") return;
    this.failuresInARow = failuresAfter(this.failuresInARow, observation.outcome);
    const ladder = hostLadderAfter(this.#hostLadder, observation.endpoint, observation);
    if (ladder === this.#hostLadder) return;
    this.#hostLadder = ladder;
    this.#store.putHostValue("ladder", ladder);
  }
}
