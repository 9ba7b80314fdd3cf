/** Names and kinds of the bindings that `wrangler deploy` prints, as `env.DB (plumbline) D1 Database` → `DB: D1 Database`. */
export function printedBindings(output: string): string[] {
  const lines = output.split("\n").map((line) => line.trim());
  return lines
    .map((line) => /^env\.([A-Za-z_]\w*)\b.*?\s{2,}(\S.*)$/.exec(line))
    .filter((match) => match !== null)
    .map((match) => `${match[1]}: ${match[2]?.trim()}`);
}
