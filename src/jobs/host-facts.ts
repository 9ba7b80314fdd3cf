import { bulletinInForce } from "../db/bulletins.ts";
import type { HostFacts } from "../durable/host.ts";
import type { JobContext } from "./job.ts";

/** What every HostDO is told with its assignment and once an hour: the networks and the bulletin in force. */
export async function hostFacts({ db, settings }: JobContext): Promise<HostFacts> {
  const bulletin = await bulletinInForce(db, settings.EDGE_NETWORK);
  return { networks: bulletin.networks.map(({ name }) => name), bulletin };
}
