/** A JSON object as `JSON.parse` makes it: keys such as `__proto__` are own properties and change nothing. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object (not null, not an array), whatever its keys are called. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The object's own member, never one of its prototype: servers send keys such as `__proto__` and `constructor`. */
export const own = (object: JsonObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
