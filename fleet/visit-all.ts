/**
 * `node fleet/visit-all.ts [--only NAME,NAME]`: visits every member with our own probe over the pinned transport and
 * compares with `expected.ts`; then asks the fleet what it has received. The last line is JSON; exit 1 on a difference.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { systemClock } from "../src/lib/clock.ts";
import { systemRandom } from "../src/lib/random.ts";
import { createDohResolver } from "../src/probe/guard/doh-resolver.ts";
import { createDoor } from "../src/probe/guard/create-door.ts";
import { identity } from "../src/probe/identity.ts";
import { freshMemory, type EndpointMemory } from "../src/probe/memory.ts";
import { createPinnedTransport } from "../src/probe/transport/pinned.ts";
import { visit, type Visit } from "../src/probe/visit.ts";
import { compare } from "./compare.ts";
import { EXPECTED } from "./expected.ts";
import type { Fleet, FleetMember } from "./fleet.ts";
import type { Counts } from "./network/counter.ts";

const AT_ONCE = 8;
const SELF = identity({ bot: "PlumblineFleetCheck", version: "0", site: "http://127.0.0.1" });

interface Finding {
  readonly name: string;
  readonly differences: readonly string[];
  readonly tookMs: number;
}

type Ready = Pick<Fleet, "members" | "doh" | "control">;

process.exitCode = await visitAll();

async function visitAll(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const { fleet, stop } = await startFleetProgram(values.only);
  const findings = await visitEverybody(fleet);
  const problems = badManners(await countsOf(fleet, "counts"));
  stop();
  for (const { name, differences } of findings) {
    for (const difference of differences) process.stdout.write(`${name}: ${difference}\n`);
  }
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const members = findings.length;
  const differ = findings.filter(({ differences }) => differences.length > 0).length;
  const longest_ms = Math.round(Math.max(...findings.map(({ tookMs }) => tookMs)));
  process.stdout.write(`${JSON.stringify({ members, differ, bad_manners: problems.length, longest_ms })}\n`);
  return differ + problems.length === 0 ? 0 : 1;
}

async function startFleetProgram(only: string | undefined): Promise<{ fleet: Ready; stop: () => void }> {
  const program = new URL("./run.ts", import.meta.url).pathname;
  const which = only === undefined ? ["--set", "all"] : ["--only", only];
  const child = spawn(process.execPath, [program, ...which, "--ports-from", "0"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const failed = once(child, "exit").then(() => Promise.reject(new Error("the fleet did not start")));
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), failed])) as [
    string,
  ];
  return { fleet: JSON.parse(line) as Ready, stop: () => child.stdin.end() };
}

async function visitEverybody(fleet: Ready): Promise<Finding[]> {
  const waiting = [...fleet.members];
  const findings: Finding[] = [];
  const worker = async () => {
    for (let member = waiting.shift(); member !== undefined; member = waiting.shift()) {
      findings.push(await lookAt(fleet, member));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return findings.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function lookAt(fleet: Ready, member: FleetMember): Promise<Finding> {
  const expected = EXPECTED[member.name];
  const startedAt = performance.now();
  const first = await visitOnce(fleet, member, freshMemory());
  const tookMs = performance.now() - startedAt;
  const differences = expected.before_visit === true ? [] : compare(first.observation, expected);
  if (expected.plain_requests !== undefined) {
    const settled = await visitOnce(fleet, member, first.memory);
    const before = await countsOf(fleet, `counts/${member.name}`);
    await visitOnce(fleet, member, settled.memory);
    const after = await countsOf(fleet, `counts/${member.name}`);
    const posts = (after.http["POST"] ?? 0) - (before.http["POST"] ?? 0);
    const deletes = (after.http["DELETE"] ?? 0) - (before.http["DELETE"] ?? 0);
    if (posts !== expected.plain_requests)
      differences.push(`${posts} requests, not ${expected.plain_requests}`);
    if (deletes !== after.sessions.issued - before.sessions.issued) differences.push(`${deletes} DELETE`);
  }
  return { name: member.name, differences, tookMs };
}

function visitOnce(fleet: Ready, member: FleetMember, memory: EndpointMemory): Promise<Visit> {
  const resolver = createDohResolver({
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    resolverUrls: [fleet.doh, fleet.doh.replace("127.0.0.1", "localhost")],
  });
  const door = createDoor({
    transport: createPinnedTransport({ clock: systemClock }),
    resolver,
    clock: systemClock,
    policy: { allowLoopback: true, hasIpv6: false },
  });
  const target = { endpointId: member.name, url: member.url, declaredTransport: null, declaredOAuth: false };
  return visit(
    { target, network: "fleet-check", location: "loopback", slot: 0, memory },
    { door, clock: systemClock, random: systemRandom, identity: SELF },
  );
}

async function countsOf(fleet: Ready, path: "counts"): Promise<Record<string, Counts>>;
async function countsOf(fleet: Ready, path: `counts/${string}`): Promise<Counts>;
async function countsOf(fleet: Ready, path: string): Promise<unknown> {
  return (await fetch(`${fleet.control}/${path}`)).json();
}

/** What a probe must never do, by the fleet's own counts. */
function badManners(all: Record<string, Counts>): string[] {
  return Object.entries(all).flatMap(([name, counts]) => {
    const { outcome, transport } = EXPECTED[name as keyof typeof EXPECTED];
    const seen: readonly (readonly [string, number])[] = [
      ["sessions left open", counts.sessions.open],
      ["hits on the canary", counts.canary_hits],
      ["tools/call", counts.tools_call],
      ["Origin headers", counts.headers.origin],
      ["cookies", counts.headers.cookie],
      ["Authorization headers", counts.headers.authorization],
      ["GETs of a working endpoint", outcome === "up" && transport === undefined ? counts.endpoint_gets : 0],
    ];
    return seen.filter(([, count]) => count > 0).map(([what, count]) => `${name}: ${count} ${what}`);
  });
}
