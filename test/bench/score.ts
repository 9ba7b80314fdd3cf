/**
 * `npm run bench:score`: CPU of one fold of 35 days, one endpoint, two networks (20,160 probes), from the process's own counters, after
 * warming up; the median of the rounds. Last line: JSON `{cpu_ms_per_standing, n}`; exit 1 above the bar of 1.0 ms.
 */
import { around, ends, up } from "../population/answers.ts";
import { AGENT, EDGE, simulate } from "../population/simulate.ts";
import { fold } from "../../src/score/fold.ts";

const BAR_MS = 1;
const WARM_UP = 200;
/** Rounds and folds a round; the figure is the median round, so that a busy neighbour on the machine spoils few of them. */
const ROUNDS = 21;
const FOLDS = 100;

const { ledger } = simulate({
  name: "bench",
  seed: 42,
  days: 35,
  networks: [EDGE, AGENT],
  answer: ({ random }) => (random.next() < 0.01 ? ends("timeout") : up(around(300, random))),
});
const probes = ledger.hours.reduce((sum, { probes: { length } }) => sum + length, 0);
for (let i = 0; i < WARM_UP; i++) fold(ledger);
const rounds = Array.from({ length: ROUNDS }, () => {
  const before = process.cpuUsage();
  for (let i = 0; i < FOLDS; i++) fold(ledger);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / FOLDS;
}).sort((x, y) => x - y);
const cpuMs = rounds[ROUNDS >> 1] as number;
const rounded = (ms: number | undefined) => Number((ms ?? 0).toFixed(3));
console.log(
  `${probes} probes, ${ROUNDS} rounds of ${FOLDS} folds, ${rounded(rounds[0])}–${rounded(rounds.at(-1))} ms`,
);
console.log(JSON.stringify({ cpu_ms_per_standing: rounded(cpuMs), n: ROUNDS * FOLDS }));
process.exitCode = cpuMs <= BAR_MS ? 0 : 1;
