import { LIMITS } from "../../limits.ts";
import type { JsonObject } from "../../lib/json-object.ts";
import { isObject } from "../../lib/json-object.ts";

/** Where 2026-07-28 puts it; earlier revisions have `serverInfo` in the result itself. */
const META_KEY = "io.modelcontextprotocol/serverInfo";

/** The self-reported name in a discover or initialize result, cut to 128 characters; null where there is none. */
export function serverNameOf(result: JsonObject): string | null {
  const meta = result["_meta"];
  for (const info of [isObject(meta) ? meta[META_KEY] : undefined, result["serverInfo"]]) {
    if (isObject(info) && typeof info["name"] === "string") {
      return info["name"].slice(0, LIMITS.selfReportedChars).toWellFormed();
    }
  }
  return null;
}
