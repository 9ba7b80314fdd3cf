import { type Assignment, markAssigned, pendingAssignments, postponeAssigned } from "../db/listings.ts";
import { fanOut } from "./fan-out.ts";
import { hostFacts } from "./host-facts.ts";
import type { Job } from "./job.ts";

/** Endpoints handed out in one minute: 27,700 hosts of a first import take about an hour. */
const ENDPOINTS_A_MINUTE = 600;

/** Tells each HostDO what changed among its endpoints. A host that cannot be told stays pending, behind the others. */
export const assignHosts: Job = {
  name: "assign-hosts",
  leaseMs: 120_000,
  lateAfterMs: 5 * 60_000,
  isDue: () => true,
  async run(context) {
    const { db, hosts, clock } = context;
    const readAtMs = clock.now();
    const pending = await pendingAssignments(db, ENDPOINTS_A_MINUTE, readAtMs);
    if (pending.length === 0) return "nothing pending";
    const facts = await hostFacts(context);
    const byHost = Map.groupBy(pending, (assignment) => assignment.host);
    const told: string[] = [];
    const result = await fanOut(clock, [...byHost], async ([host, assignments]: [string, Assignment[]]) => {
      await hosts.getByName(host).assign(assignments, facts);
      told.push(...assignments.map((assignment) => assignment.endpointId));
    });
    await markAssigned(db, told, readAtMs);
    if (result.failures.length > 0) {
      const isTold = new Set(told);
      const untold = pending.map(({ endpointId }) => endpointId).filter((id) => !isTold.has(id));
      await postponeAssigned(db, untold, clock.now());
      throw new Error(
        `${result.failures.length} of ${byHost.size} hosts not told; first: ${result.failures[0]}`,
      );
    }
    return `${told.length} endpoints on ${byHost.size} hosts`;
  },
};
