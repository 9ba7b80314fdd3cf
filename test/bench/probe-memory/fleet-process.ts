import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface FleetMember {
  readonly name: string;
  readonly url: string;
}

export interface FleetProcess {
  readonly members: readonly FleetMember[];
  /** Requests and sessions that a member has seen. */
  counts(name: string): Promise<FleetCounts>;
  stop(): Promise<void>;
}

/** The part of the fleet's counts that is looked at here. */
export interface FleetCounts {
  readonly http: Readonly<Record<string, number>>;
  readonly rpc: Readonly<Record<string, number>>;
  readonly sessions: { readonly issued: number; readonly open: number; readonly refused: number };
  readonly endpoint_gets: number;
  readonly tools_call: number;
  readonly headers: Readonly<Record<string, number>>;
  readonly canary_hits: number;
}

/** Starts the practice fleet in a process of its own, which ends with this one. */
export async function startFleetProcess(only: readonly string[] | null): Promise<FleetProcess> {
  const program = fileURLToPath(new URL("../../../fleet/run.ts", import.meta.url));
  const wish = only === null ? ["--set", "all"] : ["--only", only.join(",")];
  const child = spawn(process.execPath, [program, ...wish, "--ports-from", "0"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, "line"), once(child, "exit")])) as [string];
  const ready = JSON.parse(line) as { members: FleetMember[]; control: string };
  return {
    members: ready.members,
    async counts(name) {
      const answered = await fetch(`${ready.control}/counts/${name}`);
      return answered.json<FleetCounts>();
    },
    async stop() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
