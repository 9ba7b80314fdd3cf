import { parseArgs } from "node:util";
import { startFleet } from "./fleet.ts";
import { loopbackOnly } from "./network/loopback-only.ts";
import { memberList } from "./member-list.ts";
import { choose, FLEET_SETS, type FleetSet } from "./roster.ts";

const DEFAULT_PORT = 8765;

/**
 * `node fleet/run.ts --set basic|all [--only a,b] [--ports-from N] [--one-address]`: starts the fleet, prints one line of JSON when all
 * of it is ready, and ends when its standard input closes or its parent is gone. `--list` prints the roster instead.
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      set: { type: "string", default: "basic" },
      only: { type: "string" },
      "ports-from": { type: "string", default: String(DEFAULT_PORT) },
      "one-address": { type: "boolean", default: false },
      list: { type: "boolean", default: false },
    },
  });
  if (values.list) {
    process.stdout.write(memberList());
    return;
  }
  const set = FLEET_SETS.find((known): known is FleetSet => known === values.set);
  if (set === undefined) throw new Error(`--set must be ${FLEET_SETS.join(" or ")}, not ${values.set}`);
  const portsFrom = Number(values["ports-from"]);
  if (!Number.isInteger(portsFrom) || portsFrom < 0 || portsFrom > 65_000) {
    throw new Error(`--ports-from must be a port number or 0, not ${values["ports-from"]}`);
  }
  const only = values.only?.split(",").filter((name) => name !== "") ?? null;
  endWithParent();
  loopbackOnly();
  const { members, doh, control } = await startFleet({
    members: choose(set, only),
    portsFrom,
    oneAddress: values["one-address"],
  });
  process.stdout.write(`${JSON.stringify({ ready: true, members, doh, control })}\n`);
}

/** Children hang on a pipe of ours, so they end with us even when we are killed. */
function endWithParent(): void {
  process.stdin.on("end", end).on("close", end).on("error", end).resume();
  process.on("disconnect", end);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  process.stdout.on("error", end);
}

function end(): void {
  process.exit(0);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`fleet: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}
