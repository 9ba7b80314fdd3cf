import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync, readlinkSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it } from "vitest";
import { ask } from "./ask.ts";

const RUN = new URL("./run.ts", import.meta.url).pathname;
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

function start(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [RUN, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  started.push(child);
  return child;
}

interface Ready {
  readonly ready: boolean;
  readonly members: readonly { readonly name: string; readonly url: string; readonly port: number }[];
  readonly doh: string;
}

async function readyLine(child: ChildProcess): Promise<Ready> {
  if (child.stdout === null) throw new Error("no output");
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`ended with ${code}`)));
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string];
  return JSON.parse(line) as Ready;
}

/** Resolves when nobody listens at the URL any more. */
async function goneFrom(url: string): Promise<true> {
  for (;;) {
    try {
      await ask(url, { method: "GET", timeoutMs: 500 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return true;
    }
  }
}

describe("node fleet/run.ts", () => {
  it("prints one ready line and ends when its standard input closes", async () => {
    const child = start("--only", "everything,status-500", "--ports-from", "0");
    const ready = await readyLine(child);
    expect(ready.ready).toBe(true);
    expect(ready.members.map(({ name }) => name)).toEqual(["everything", "status-500"]);
    child.stdin?.end();
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(await goneFrom(ready.members[0]?.url ?? "")).toBe(true);
  }, 40_000);

  it("takes its children with it when it is killed", async () => {
    const child = start("--only", "everything", "--ports-from", "0");
    const ready = await readyLine(child);
    child.kill("SIGKILL");
    expect(await goneFrom(ready.members[0]?.url ?? "")).toBe(true);
  }, 40_000);

  it("moves to a free port where the wished one is taken", async () => {
    const first = await readyLine(start("--only", "status-500,everything", "--ports-from", "18765"));
    const second = await readyLine(start("--only", "status-500,everything", "--ports-from", "18765"));
    const ports = [...first.members, ...second.members].map(({ name, port }) => `${name}:${port}`);
    expect(new Set(ports).size).toBe(4);
  }, 60_000);

  it("lives on one address where it is told to, as it does where others cannot be bound", async () => {
    const { members } = await readyLine(
      start("--only", "status-500,html-instead", "--one-address", "--ports-from", "0"),
    );
    expect(members.map(({ url }) => new URL(url).hostname)).toEqual(["127.0.0.1", "127.0.0.1"]);
    const replies = await Promise.all(members.map(({ url }) => ask(url, { body: {} })));
    expect(replies.map(({ status }) => status)).toEqual([500, 200]);
  }, 20_000);

  it("names what is wrong with its arguments, exits 2 and starts nothing", async () => {
    for (const [args, complaint] of [
      [["--only", "nobody"], "no fleet member is named"],
      [["--set", "some"], "--set must be basic or all"],
      [["--ports-from", "x"], "--ports-from must be a port number or 0"],
    ] as const) {
      const child = start(...args);
      let text = "";
      child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      const [code] = (await once(child, "close")) as [number];
      expect([code, text]).toEqual([2, expect.stringContaining(complaint)]);
    }
  }, 20_000);

  it("cannot be made to listen for other machines", async () => {
    const module = new URL("./network/loopback-only.ts", import.meta.url).href;
    const script = `import { createServer } from "node:net";
      import { loopbackOnly } from ${JSON.stringify(module)};
      loopbackOnly();
      const listens = (...args) => {
        try { createServer().listen(...args).close(); return true; } catch { return false; }
      };
      console.log(JSON.stringify([listens(0), listens(0, "0.0.0.0"), listens({ port: 0 }), listens({ port: 0, host: "::" }), listens(0, "127.0.0.1")]));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    started.push(child);
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    expect(JSON.parse(line)).toEqual([false, false, false, false, true]);
  }, 20_000);

  it.runIf(process.platform === "linux")(
    "has no listener outside loopback, by the kernel's table",
    async () => {
      const child = start("--set", "basic", "--ports-from", "0");
      const ready = await readyLine(child);
      const ports = new Set(ready.members.map(({ port }) => port));
      const outside: string[] = [];
      for (const [table, loopback] of [
        ["/proc/net/tcp", /7F$/],
        ["/proc/net/tcp6", /^(0{24}01000000|0{20}FFFF0000.{6}7F)$/],
      ] as const) {
        for (const line of readFileSync(table, "utf8").split("\n").slice(1)) {
          const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
          const [address = "", port = ""] = local.split(":");
          if (state !== "0A") continue;
          const ours = ports.has(Number.parseInt(port, 16)) || inodesBelow(child.pid ?? 0).has(inode);
          if (ours && !loopback.test(address)) outside.push(local);
        }
      }
      expect(outside).toEqual([]);
    },
    40_000,
  );
});

/** Socket inodes held by a process and its children. */
function inodesBelow(pid: number): Set<string> {
  const found = new Set<string>();
  for (const one of [pid, ...childrenOf(pid)]) {
    for (const descriptor of readdirSync(`/proc/${one}/fd`)) {
      try {
        const target = readlinkSync(`/proc/${one}/fd/${descriptor}`);
        const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
        if (inode !== undefined) found.add(inode);
      } catch {
        continue;
      }
    }
  }
  return found;
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}
