import type { Database } from "../db/client.ts";
import type { Clock } from "../lib/clock.ts";
import type { Settings } from "../settings.ts";

/** What every route gets beside its request. */
export interface RouteEnv {
  Bindings: Env;
  Variables: { settings: Settings; db: Database; clock: Clock };
}
