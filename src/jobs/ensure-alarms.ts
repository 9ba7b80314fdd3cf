import { hostsOfSixtieth } from "../db/listings.ts";
import { fanOut } from "./fan-out.ts";
import { hostFacts } from "./host-facts.ts";
import type { Job } from "./job.ts";

/** Makes sure that one sixtieth of the HostDOs have their alarm set, so that a lost alarm is found within the hour. */
export const ensureAlarms: Job = {
  name: "ensure-alarms",
  leaseMs: 120_000,
  lateAfterMs: 5 * 60_000,
  isDue: () => true,
  async run(context) {
    const { db, hosts, clock, minuteMs } = context;
    const facts = await hostFacts(context);
    const names = await hostsOfSixtieth(db, Math.floor(minuteMs / 60_000) % 60);
    const result = await fanOut(clock, names, async (host) => {
      await hosts.getByName(host).ensureAlarm(facts);
    });
    if (result.failures.length > 0) {
      throw new Error(
        `${result.failures.length} of ${names.length} hosts did not answer; first: ${result.failures[0]}`,
      );
    }
    return `${names.length} hosts`;
  },
};
