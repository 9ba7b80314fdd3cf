import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** What each folder of `src` may import of the others; `score/formula` is frozen and stands below everything but the contract. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  limits: [],
  contract: ["lib", "limits"],
  "score/formula": ["contract"],
  schedule: ["contract", "lib", "limits"],
  probe: ["contract", "lib", "limits", "schedule"],
  score: ["contract", "lib", "limits", "schedule", "score/formula"],
  check: ["contract", "instance", "lib", "probe", "registry", "score", "score/formula"],
  settings: [],
  instance: ["probe", "settings"],
  registry: ["contract", "lib", "probe", "schedule", "settings"],
  db: ["contract", "lib", "registry", "schedule", "score"],
  durable: [
    "contract",
    "db",
    "instance",
    "lib",
    "limits",
    "probe",
    "registry",
    "schedule",
    "score",
    "score/formula",
    "settings",
  ],
  jobs: ["contract", "db", "durable", "lib", "registry", "score", "score/formula", "settings"],
  views: ["check", "contract", "lib", "limits", "schedule", "score", "settings"],
  routes: [
    "check",
    "contract",
    "db",
    "durable",
    "instance",
    "jobs",
    "lib",
    "limits",
    "probe",
    "registry",
    "schedule",
    "score",
    "settings",
    "views",
  ],
  cli: [
    "check",
    "contract",
    "instance",
    "lib",
    "limits",
    "probe",
    "registry",
    "schedule",
    "score",
    "score/formula",
  ],
  worker: ["db", "durable", "jobs", "lib", "routes", "settings"],
};

/** Packages that a folder may not touch: the core knows no platform, and only `db` knows the query builder. */
const FOREIGN: readonly (readonly [folders: readonly string[], packages: RegExp])[] = [
  [
    ["lib", "contract", "schedule", "probe", "score", "score/formula", "check"],
    /^(?:cloudflare:|drizzle|hono)/,
  ],
  [["durable", "jobs", "routes", "views", "registry", "cli", "worker"], /^drizzle/],
  [["cli", "registry", "db", "jobs"], /^(?:cloudflare:|hono)/],
];

const SRC = import.meta.dirname;
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (name) => /(?<!\.d)\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.includes("testing"),
);
const folderOf = (name: string): string =>
  name.startsWith("score/formula/") ? "score/formula" : (name.split("/")[0] ?? "").replace(/\.tsx?$/, "");
const imported = (name: string): string[] =>
  [...readFileSync(join(SRC, name), "utf8").matchAll(/(?:\bfrom |\bimport\(|^import )"([^"]+)"/gm)].map(
    ([, from = ""]) => from,
  );

test("every folder has a place among the layers", () => {
  expect([...new Set(files.map(folderOf))].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
});

test("a folder imports of the others only what stands below it", () => {
  const broken = files.flatMap((name) =>
    imported(name)
      .filter((from) => from.startsWith("."))
      .map((from) => folderOf(relative(SRC, join(SRC, dirname(name), from))))
      .filter((to) => to !== folderOf(name) && MAY_IMPORT[folderOf(name)]?.includes(to) !== true)
      .map((to) => `${name} imports ${to}`),
  );
  expect(broken).toEqual([]);
});

test("the layers have no way round: no folder stands below itself", () => {
  const below = (folder: string, seen: readonly string[]): string[] =>
    seen.includes(folder)
      ? [[...seen, folder].join(" → ")]
      : (MAY_IMPORT[folder] ?? []).flatMap((next) => below(next, [...seen, folder]));
  expect(Object.keys(MAY_IMPORT).flatMap((folder) => below(folder, []))).toEqual([]);
});

test("the core knows no platform, and only the folder of D1 its query builder", () => {
  const broken = FOREIGN.flatMap(([folders, packages]) =>
    files
      .filter((name) => folders.includes(folderOf(name)))
      .flatMap((name) => imported(name).flatMap((from) => (packages.test(from) ? [`${name}: ${from}`] : []))),
  );
  expect(broken).toEqual([]);
});

test("zod comes as a namespace: imported by its name `z` it brings all its languages into the bundle", () => {
  const whole = files.filter((name) =>
    /^import \{[^}]*\bz\b[^}]*\} from "zod"/m.test(readFileSync(join(SRC, name), "utf8")),
  );
  expect(whole).toEqual([]);
});
