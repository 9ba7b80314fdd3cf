/**
 * `npm start`: migrations, the practice fleet on loopback, the Worker in workerd, its minute clock. Nothing it starts
 * outlives it: children run in their own process groups and end when the pipe to us closes.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { displayUrl } from "../src/registry/normalise-url.ts";
import { readArguments, type StartArguments } from "./lib/arguments.ts";
import { root } from "./lib/bundle.ts";
import { killGroup, startChild, stopChild, tellChild, type Child } from "./lib/children.ts";
import { choosePort } from "./lib/port.ts";
import { watchParent } from "./lib/parent-watch.ts";
import { PRACTICE, serverListings } from "./lib/server-listings.ts";
import { lockState } from "./lib/state-lock.ts";

interface FleetMember {
  readonly name: string;
  readonly url: string;
  readonly description: string;
}

const children: Child[] = [];
let isStopping = false;

const parsed = readArguments(process.argv.slice(2));
if (!parsed.ok) fail(parsed.error, 2);
else await main(parsed.value);

async function main(options: StartArguments): Promise<void> {
  const port = await choosePort(options.port);
  if (!port.ok) return fail(port.error, 1);
  const site = `http://127.0.0.1:${port.value}`;
  const state = resolve(root, options.state);
  const holder = lockState(state, site);
  if (holder !== null) return fail(holder, 1);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  watchParent(() => void stop(0));
  try {
    await start(options, state, port.value, site);
  } catch (error) {
    if (!isStopping) console.error(`plumbline: ${(error as Error).message}`);
    await stop(1);
  }
}

async function start(options: StartArguments, state: string, port: number, site: string): Promise<void> {
  if (options.fresh) rmSync(`${state}/v3`, { recursive: true, force: true });
  const fleet =
    options.fleet === null
      ? null
      : track(startChild("the practice fleet", "fleet/run.ts", ["--set", options.fleet]));
  const runtime = track(startChild("the Worker", "scripts/runtime.ts", []));
  const migrations = startChild("the migration of the database", "scripts/migrate.ts", [state]);
  children.push(migrations);
  const [members, resolvers] = await Promise.all([
    fleetMembers(fleet),
    fleetResolver(fleet),
    migrations.ready,
  ]);
  const listings = [
    ...members.map(({ name, url, description }) => ({ name: PRACTICE + name, url, title: description })),
    ...serverListings(options.servers),
  ];
  const simulated = hasSimulatedPast(state, options.practiceHistory);
  tellChild(runtime, {
    persistTo: state,
    port,
    practiceHistory: options.practiceHistory,
    vars: {
      SITE_URL: site,
      LISTINGS: JSON.stringify(listings),
      ALLOW_LOOPBACK_TARGETS: String(options.loopback),
      PRACTICE_HISTORY: String(simulated),
      ...(options.contact === null ? {} : { CONTACT: options.contact }),
      ...(resolvers === null ? {} : { RESOLVERS: resolvers }),
    },
  });
  await runtime.ready;
  announce(site, state, members, options);
  if (simulated)
    console.log(
      "  This state has a simulated past (--practice-history), and every page says so; --fresh forgets it.",
    );
}

/** A state that was ever given a simulated past keeps the mark: its numbers must not pass for measurements later. */
function hasSimulatedPast(state: string, isGiven: boolean): boolean {
  const mark = `${state}/v3/simulated-past`;
  if (isGiven) {
    mkdirSync(`${state}/v3`, { recursive: true });
    writeFileSync(mark, "");
  }
  return isGiven || existsSync(mark);
}

/** Keeps the child to be stopped with us; when it ends by itself, everything does. */
function track(child: Child): Child {
  children.push(child);
  void child.ended.then((sentence) => {
    if (isStopping) return;
    console.error(`plumbline: ${sentence}`);
    void stop(1);
  });
  return child;
}

async function fleetMembers(fleet: Child | null): Promise<FleetMember[]> {
  return fleet === null ? [] : ((await fleet.ready)["members"] as FleetMember[]);
}

/** Two names of the fleet's DoH stand-in, since a DNS verdict needs two resolvers. */
async function fleetResolver(fleet: Child | null): Promise<string | null> {
  if (fleet === null) return null;
  const doh = String((await fleet.ready)["doh"]);
  return `${doh} ${doh}?second`;
}

function announce(
  site: string,
  state: string,
  members: readonly FleetMember[],
  { servers, contact }: StartArguments,
): void {
  console.log(`
  Plumbline is running. Ctrl-C stops everything.

  site    ${site}/
  API     ${site}/api/v2/leaderboard
  bot     ${site}/probe.txt
  state   ${state}
`);
  if (members.length > 0)
    console.log(
      `  Practice fleet: ${members.length} servers on loopback, described in fleet/README.md; all are measured within a minute.`,
    );
  for (const url of servers) console.log(`  probing ${displayUrl(url)}`);
  if (servers.length > 0 && contact === null)
    console.log(
      "  Their owners see no contact of yours in /probe.txt; give one with --contact mailto:you@your-domain",
    );
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(children.map((child) => stopChild(child)));
  for (const child of children) killGroup(child);
  process.exit(code);
}

function fail(message: string, code: number): void {
  console.error(`plumbline: ${message}`);
  process.exitCode = code;
}
