/**
 * Writes what a release freezes: the SHA-256 of every formula file (`src/score/formula-hashes.ts`) and of every golden vector
 * (`released.json`). Vectors are only ever added; `src/score/golden.test.ts` holds both. Run it when a formula gets a new version, never
 * to make a failing test pass: `node test/golden/freeze.ts`.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../src/lib/ids.ts";
import type { Vector } from "./runners.ts";

const here = import.meta.dirname;
const formulas = join(here, "../../src/score/formula");

const hashes = readdirSync(formulas)
  .filter((file) => file.endsWith(".ts"))
  .sort()
  .map((file) => `  "${file}": "${sha256Hex(readFileSync(join(formulas, file)))}",`);
writeFileSync(
  join(here, "../../src/score/formula-hashes.ts"),
  `/** SHA-256 of every file of \`formula/\`, published in \`methodology.json\`; written by test/golden/freeze.ts. */
export const FORMULA_HASHES: Readonly<Record<string, string>> = {
${hashes.join("\n")}
};
`,
);

const released = join(here, "released.json");
const known = new Set(JSON.parse(readFileSync(released, "utf8")) as string[]);
for (const file of readdirSync(here).filter((name) => name.endsWith(".json") && name !== "released.json")) {
  for (const vector of JSON.parse(readFileSync(join(here, file), "utf8")) as Vector[]) {
    known.add(`${file} ${sha256Hex(JSON.stringify(vector)).slice(0, 32)}`);
  }
}
writeFileSync(released, `${JSON.stringify([...known].sort(), null, 1)}\n`);
