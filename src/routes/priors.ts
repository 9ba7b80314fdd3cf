import type { Bulletin } from "../contract/ledger.ts";
import { currentBulletin } from "../db/bulletins.ts";
import { firstBulletin } from "../durable/bulletins.ts";
import type { RouteEnv } from "./context.ts";

/** The priors in force, for sentences and for the methodology. */
export async function priorsInForce({
  db,
  settings,
}: Pick<RouteEnv["Variables"], "db" | "settings">): Promise<Bulletin["priors"]> {
  return ((await currentBulletin(db)) ?? firstBulletin(settings.EDGE_NETWORK)).priors;
}
