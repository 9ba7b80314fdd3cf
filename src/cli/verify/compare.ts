/** One number of a document: where it stands, what was published and what the inputs give. */
export interface NumberLine {
  /** Such as `availability.ci95[0]` or `networks[edge].coverage.pct`. */
  readonly path: string;
  /** As JSON text; `absent` where one side has no such field. */
  readonly published: string;
  readonly recomputed: string;
  readonly equal: boolean;
}

const ABSENT = "absent";
/** Fields that name an entry of a list, so that a line says which one. */
const NAMES = ["id", "network", "part", "file"] as const;

/** Compares two JSON values leaf by leaf; every leaf of either side gives a line, in the order of the recomputed one. */
export function compareNumbers(published: unknown, recomputed: unknown): NumberLine[] {
  const theirs = new Map(leaves(published, ""));
  const ours = new Map(leaves(recomputed, ""));
  const paths = [...ours.keys(), ...[...theirs.keys()].filter((path) => !ours.has(path))];
  return paths.map((path) => {
    const line = { path, published: theirs.get(path) ?? ABSENT, recomputed: ours.get(path) ?? ABSENT };
    return { ...line, equal: line.published === line.recomputed };
  });
}

function leaves(value: unknown, path: string): [path: string, text: string][] {
  if (Array.isArray(value) && value.length > 0) {
    const names = value.map(nameOf);
    // Entries of lists without names, or with one twice, go by their places: none hides another.
    const named = new Set(names).size === names.length;
    return value.flatMap((entry: unknown, i) => leaves(entry, `${path}[${(named ? names[i] : null) ?? i}]`));
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, child]) =>
      leaves(child, path === "" ? key : `${path}.${key}`),
    );
  }
  return [[path, JSON.stringify(value)]];
}

function nameOf(entry: unknown): string | null {
  if (typeof entry !== "object" || entry === null) return null;
  for (const key of NAMES) {
    const name: unknown = (entry as Record<string, unknown>)[key];
    if (typeof name === "string") return name;
  }
  return null;
}
