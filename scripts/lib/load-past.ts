import type { Miniflare } from "miniflare";
import { EXPECTED } from "../../fleet/expected.ts";
import type { Expected } from "../../fleet/member.ts";
import type { PracticePast } from "../../src/durable/practice-past.ts";
import { manualListings } from "../../src/registry/manual-listings.ts";
import { readSettings } from "../../src/settings.ts";
import { pastOf, practicePast } from "./practice-history.ts";
import { PRACTICE } from "./server-listings.ts";

interface HostStub {
  takePast(endpointId: string, past: PracticePast): Promise<boolean>;
}

/** Members that get a past; playing 14 days takes some tenths of a second each. */
const MEMBERS = 40;

/** Gives the first members of the fleet a simulated past; a member that has one keeps what is stored. */
export async function loadPast(miniflare: Miniflare, vars: Readonly<Record<string, string>>): Promise<void> {
  const settings = readSettings({ ...(await miniflare.getBindings()), ...vars });
  const members = manualListings(settings).filter(({ name }) => memberOf(name) !== null);
  const hosts = await miniflare.getDurableObjectNamespace("HOST");
  let open = 0;
  for (const [index, { name, endpointId, host }] of members.slice(0, MEMBERS).entries()) {
    const row = memberOf(name);
    if (row === null) continue;
    const past = practicePast(endpointId, pastOf(row, open), index + 1, Date.now());
    if (row.outcome === "up") open += 1;
    const stub = hosts.get(hosts.idFromName(host)) as unknown as HostStub;
    await stub.takePast(endpointId, past);
  }
}

/** What a listing of the fleet is expected to be; null for any other, whatever its name. */
function memberOf(name: string): Expected | null {
  const member = name.startsWith(PRACTICE) ? name.slice(PRACTICE.length) : "";
  return Object.hasOwn(EXPECTED, member) ? (EXPECTED as Record<string, Expected>)[member]! : null;
}
