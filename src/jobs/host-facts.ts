import type { HostFacts } from "../durable/host.ts";
import { bulletinInForce } from "./daily-bulletin.ts";
import type { JobContext } from "./job.ts";

/** What every HostDO is told with its assignment and once an hour: the networks and the bulletin in force. */
export async function hostFacts(context: JobContext): Promise<HostFacts> {
  const bulletin = await bulletinInForce(context);
  return { networks: bulletin.networks.map(({ name }) => name), bulletin };
}
