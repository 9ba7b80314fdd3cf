import type { Server } from "node:http";
import type { MemberName } from "./expected.ts";
import type { Member, Running } from "./member.ts";
import { canaryServer } from "./network/canary.ts";
import { controlServer } from "./network/control.ts";
import { Counter, type Counts } from "./network/counter.ts";
import { dohServer } from "./network/doh.ts";
import { planAddresses } from "./network/addresses.ts";
import { closeHttp } from "./network/serve.ts";
import { canBind, openSite } from "./network/site.ts";
import { practiceZone } from "./network/zone.ts";
import { ROSTER } from "./roster.ts";

export interface FleetOptions {
  readonly members: readonly Member[];
  /** First port to ask for on each address; 0 takes free ones. */
  readonly portsFrom: number;
  /** Puts everybody on 127.0.0.1, as happens by itself where no other loopback address can be bound. */
  readonly oneAddress?: boolean;
}

export interface FleetMember {
  readonly name: MemberName;
  readonly url: string;
  readonly description: string;
  readonly host: string;
  readonly port: number;
}

export interface Fleet {
  readonly members: readonly FleetMember[];
  /** DNS-over-HTTPS stand-in. */
  readonly doh: string;
  /** Base of `GET /counts`, `GET /counts/NAME` and `POST /reset`. */
  readonly control: string;
  counts(): Promise<Record<string, Counts>>;
  close(): Promise<void>;
}

interface Started {
  readonly member: Member;
  readonly running: Running;
  readonly counter: Counter;
}

/** Starts these members, the canary, the DNS stand-in and the control endpoint; all of them on loopback. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const started: Started[] = [];
  const helpers: Server[] = [];
  const helper = async (server: Server): Promise<string> => {
    helpers.push(server);
    const counter = new Counter();
    const site = openSite({ host: "127.0.0.1", port: 0, counter, canaryUrl: "" });
    return `http://127.0.0.1:${await site.listen(server)}`;
  };
  const close = async () => {
    await Promise.all([...started.map(({ running }) => running.close()), ...helpers.map(closeHttp)]);
  };
  try {
    const canary = await helper(
      canaryServer((name) => started.find(({ member }) => member.name === name)?.counter.canaryHit()),
    );
    const own = options.oneAddress !== true && (await canBind("127.0.0.2"));
    const addresses = planAddresses(ROSTER, options.portsFrom, own);
    const begun = await Promise.allSettled(
      options.members.map(async (member) => started.push(await startMember(member, addresses, canary))),
    );
    for (const outcome of begun) if (outcome.status === "rejected") throw outcome.reason;
    const members = options.members.map(({ name }) => describe(started, name));
    const counts = () => collect(started);
    return {
      members,
      doh: `${await helper(dohServer(() => practiceZone(members)))}/dns-query`,
      control: await helper(controlServer({ counts, reset: () => resetAll(started) })),
      counts,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startMember(
  member: Member,
  addresses: ReturnType<typeof planAddresses>,
  canary: string,
): Promise<Started> {
  const address = addresses.get(member.name);
  if (address === undefined) throw new Error(`${member.name} is not in the roster`);
  let running: Running | undefined;
  const counter = new Counter(() => (running === undefined ? "/mcp" : pathOf(running.url)));
  const site = openSite({ ...address, counter, canaryUrl: `${canary}/${encodeURIComponent(member.name)}` });
  running = await member.start(site);
  return { member, running, counter };
}

function describe(started: readonly Started[], name: MemberName): FleetMember {
  const found = started.find(({ member }) => member.name === name);
  if (found === undefined) throw new Error(`${name} did not start`);
  const { url } = found.running;
  const { hostname, port } = URL.canParse(url) ? new URL(url) : { hostname: "", port: "" };
  return { name, url, description: found.member.description, host: hostname, port: Number(port) };
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : "/mcp";
}

async function collect(started: readonly Started[]): Promise<Record<string, Counts>> {
  const rows = await Promise.all(
    started.map(async ({ member, running, counter }) => {
      const own = counter.counts();
      if (running.counts === undefined) return [member.name, own] as const;
      return [member.name, { ...(await running.counts()), canary_hits: own.canary_hits }] as const;
    }),
  );
  return Object.fromEntries(rows);
}

async function resetAll(started: readonly Started[]): Promise<void> {
  await Promise.all(
    started.map(async ({ running, counter }) => {
      counter.reset();
      await running.reset?.();
    }),
  );
}
