import { setTimeout as sleep } from "node:timers/promises";
import type { Miniflare } from "miniflare";
import { EXPECTED } from "../../fleet/expected.ts";
import type { Observation } from "../../src/contract/observation.ts";
import type { HostDO } from "../../src/durable/host.ts";
import type { PracticePast } from "../../src/durable/practice-past.ts";
import type { Listed } from "../../src/registry/listed.ts";
import { manualListings } from "../../src/registry/manual-listings.ts";
import { readSettings } from "../../src/settings.ts";
import { isTelling, pastOf, practicePast } from "./practice-history.ts";
import { PRACTICE } from "./server-listings.ts";

/** What the loader asks of a HostDO. */
interface HostStub {
  recent(endpointId: string, most: number): Promise<ReturnType<HostDO["recent"]>>;
  takePast(endpointId: string, past: PracticePast): Promise<boolean>;
}

/** Members that get a past; playing 14 days takes some tenths of a second each. */
const MEMBERS = 40;
/** A member that has not answered by then gets none: the first round takes less than a minute. */
const WAIT_MS = 120_000;
const POLL_MS = 250;
/** Newest visits looked at. */
const VISITS = 8;

/**
 * Gives the first members of the fleet a simulated past, each as soon as its first visit has shown what it really answers. A
 * member that has one keeps it.
 */
export async function loadPast(miniflare: Miniflare, vars: Readonly<Record<string, string>>): Promise<void> {
  const settings = readSettings({ ...(await miniflare.getBindings()), ...vars });
  const members = manualListings(settings).filter(({ name }) => isMember(name));
  const hosts = await miniflare.getDurableObjectNamespace("HOST");
  const endMs = Date.now() + WAIT_MS;
  const give = async ({ endpointId, host }: Listed, index: number) => {
    const stub = hosts.get(hosts.idFromName(host)) as unknown as HostStub;
    const real = await firstAnswer(stub, endpointId, endMs);
    if (real === null) return;
    const past = practicePast(real, pastOf(real, index), index + 1, Date.now());
    await stub.takePast(endpointId, past);
  };
  await Promise.all(members.slice(0, MEMBERS).map(give));
}

/** The newest visit that shows something of the endpoint; null when there is none in time. */
async function firstAnswer(stub: HostStub, endpointId: string, endMs: number): Promise<Observation | null> {
  for (;;) {
    const { observations } = await stub.recent(endpointId, VISITS);
    const telling = observations.find(isTelling);
    if (telling !== undefined) return telling;
    if (Date.now() >= endMs) return null;
    await sleep(POLL_MS);
  }
}

/** Whether a listing is one of the fleet's; `--server` URLs never have a past. */
const isMember = (name: string): boolean =>
  name.startsWith(PRACTICE) && Object.hasOwn(EXPECTED, name.slice(PRACTICE.length));
