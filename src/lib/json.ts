/**
 * Parses JSON that we stored ourselves; null for null and for a text that was damaged, which is said in the log: what was
 * stored is then begun afresh rather than stop everything else.
 */
export function storedJson(text: string | null, what: string): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    console.error(JSON.stringify({ event: "stored_json_damaged", what, length: text.length }));
    return null;
  }
}
