import { LIMITS } from "../../limits.ts";
import { isObject, own } from "../../lib/json-object.ts";

/** Keywords whose value is one schema, a list of schemas, or a map of schemas (CHECKS.md, check 15). */
const ONE_OR_LIST = ["items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf"] as const;

/** Entries of every reachable `properties` object, and those among them with a non-blank description. */
export interface PropertyCounts {
  readonly declared: number;
  readonly described: number;
}

/**
 * The walk of check 15 over one input schema: through properties, items, prefixItems, additionalProperties, anyOf,
 * oneOf, allOf and $defs, depth 64; `$ref` is never followed. Looks at 50,000 schemas at most.
 */
export function countProperties(schema: unknown): PropertyCounts {
  let declared = 0;
  let described = 0;
  let looked = 0;
  const waiting: { schema: unknown; depth: number }[] = [{ schema, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined && looked < LIMITS.jsonValues; next = waiting.pop()) {
    const { schema: node, depth } = next;
    if (!isObject(node)) continue;
    looked += 1;
    const push = (child: unknown) => {
      if (depth < LIMITS.jsonDepth && typeof child === "object")
        waiting.push({ schema: child, depth: depth + 1 });
    };
    const properties = own(node, "properties");
    if (isObject(properties)) {
      for (const property of Object.values(properties)) {
        declared += 1;
        if (isObject(property) && isText(own(property, "description"))) described += 1;
        push(property);
      }
    }
    for (const keyword of ONE_OR_LIST) {
      const value = own(node, keyword);
      if (Array.isArray(value)) value.forEach(push);
      else push(value);
    }
    const definitions = own(node, "$defs");
    if (isObject(definitions)) Object.values(definitions).forEach(push);
  }
  return { declared, described };
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
