import { parseArgs } from "node:util";
import { fuzzReal, pinnedVisitor, startEdgeVisitor } from "./real.ts";
import type { FuzzResult } from "./scripted.ts";
import { fuzzScripted } from "./scripted.ts";

/**
 * `npm run fuzz [-- --seed N --cases N --real N]`: generated answers through a scripted door and through both real
 * transports. Exits 1 on any failure; the last line is JSON.
 */
const { values } = parseArgs({
  options: { seed: { type: "string" }, cases: { type: "string" }, real: { type: "string" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const total = Number(values.cases ?? 20_000);
const real = Number(values.real ?? 600);

const told: FuzzResult[] = [];
async function run(name: string, work: Promise<FuzzResult>): Promise<void> {
  const started = performance.now();
  const found = await work;
  told.push(found);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const tally = Object.entries(found.outcomes).sort(([, a], [, b]) => b - a);
  console.log(
    `${name}: ${found.cases} servers, ${found.answers} answers, ${found.failures.length} failures, ${seconds} s`,
  );
  console.log(`  ${tally.map(([outcome, count]) => `${outcome} ${count}`).join(", ")}`);
  for (const failure of found.failures.slice(0, 5)) console.log(`  FAILED ${failure.slice(0, 4_000)}`);
}

console.log(`seed ${seed}`);
await run("pinned transport", fuzzReal("pinned", pinnedVisitor, real, seed));
const edge = await startEdgeVisitor();
await run("edge transport", fuzzReal("edge", edge.visitor, real, seed + 1));
await edge.stop();
await run("scripted door", fuzzScripted(total, seed + 2));
const failures = told.reduce((sum, found) => sum + found.failures.length, 0);
console.log(JSON.stringify({ cases: told.reduce((sum, found) => sum + found.cases, 0), failures, seed }));
process.exitCode = failures === 0 ? 0 : 1;
