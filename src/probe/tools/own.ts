/** A JSON object (not null, not an array), whatever its keys are called. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object's own member, never one of its prototype: servers send keys such as `__proto__` and `constructor`. */
export const own = (record: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;
