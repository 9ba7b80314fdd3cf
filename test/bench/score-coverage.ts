/**
 * `npm run bench:score-coverage [-- --write]`: how often the 95 % interval holds the truth. Independent probes (four an hour, 20,000
 * weeks a row) and Markov outages of 5–120 minutes (twelve probes an hour, 4,000 weeks a row). With `--write` the table goes into
 * `src/score/coverage-table.json`, which the methodology publishes. Exit 1 when an independent row leaves 93–97 %.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { simulateCoverage } from "../../src/score/coverage-simulation.ts";

const SEED = 20_261_101;
const independent = [0.5, 0.8, 0.9, 0.95, 0.99, 0.995].map((availability, i) =>
  simulateCoverage({ availability, outage_minutes: null, probes_per_hour: 4, runs: 20_000, seed: SEED + i }),
);
const markov = [0.9, 0.99, 0.995].flatMap((availability, i) =>
  [5, 15, 30, 60, 120].map((outage_minutes, j) =>
    simulateCoverage({
      availability,
      outage_minutes,
      probes_per_hour: 12,
      runs: 4_000,
      seed: SEED + 100 + 10 * i + j,
    }),
  ),
);
console.table([...independent, ...markov]);
if (process.argv.includes("--write")) {
  const file = join(import.meta.dirname, "../../src/score/coverage-table.json");
  const lines = (rows: readonly object[]) => rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n");
  writeFileSync(
    file,
    `{\n  "independent": [\n${lines(independent)}\n  ],\n  "markov": [\n${lines(markov)}\n  ]\n}\n`,
  );
}
const outside = independent.filter(({ covered_pct }) => covered_pct < 93 || covered_pct > 97);
console.log(
  JSON.stringify({ rows: independent.length + markov.length, outside: outside.length, seed: SEED }),
);
process.exitCode = outside.length === 0 ? 0 : 1;
