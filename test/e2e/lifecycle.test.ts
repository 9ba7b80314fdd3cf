import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { descendants, endOf, freePort, newState, read, runStart, startInstance, until } from "./instance.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test.each<[string, string[], string]>([
  ["a placeholder", ["--server", "https://{tenant}.example.com/mcp"], "placeholder"],
  ["another scheme", ["--server", "ftp://example.com/mcp"], "Only http"],
  ["user-info", ["--server", "https://me:secret@example.com/mcp"], "user name and password"],
  ["a private address", ["--server", "http://10.0.0.1/mcp"], "allowed"],
  ["a forbidden port", ["--server", "http://example.com:22/mcp"], "port 22"],
  ["no URL", ["--server", "example"], "not a URL"],
  ["nothing to probe", ["--no-fleet"], "--server"],
  ["an unknown option", ["--frobnicate"], "--frobnicate"],
  ["a port that is none", ["--port", "99999"], "1 to 65535"],
  ["a URL that no listing holds", ["--server", `https://example.com/${"x".repeat(2_048)}`], "2048"],
  [
    "a past for no fleet",
    ["--practice-history", "--no-fleet", "--server", "https://example.com/"],
    "--no-fleet",
  ],
])(
  "bad arguments (%s): one line naming what is wrong, exit 2, nothing started",
  async (_case, args, word) => {
    const run = runStart([...args, "--state", newState()]);
    expect(await endOf(run.process)).toBe(2);
    expect(run.output()).toContain(word);
    expect(run.output().trim().split("\n")).toHaveLength(1);
    expect(run.output()).not.toContain("secret");
  },
);

test("a state folder that is none: one line naming it, exit 1", async () => {
  const state = `${newState()}/file`;
  writeFileSync(state, "");
  const run = runStart(["--state", state]);
  expect(await endOf(run.process)).toBe(1);
  expect(run.output().trim().split("\n")).toHaveLength(1);
  expect(run.output()).toContain(state);
});

test("workerd ends by itself: npm start says so and ends with everything it started, exit 1", async () => {
  const instance = await startInstance(["--fleet-set", "basic"]);
  const pids = descendants(instance.process.pid ?? 0);
  const ended = endOf(instance.process);
  // Its host may start workerd anew once; then that one ends too.
  await until("npm start has ended", 60_000, () => {
    for (const pid of descendants(instance.process.pid ?? 0))
      if (read(`/proc/${pid}/cmdline`)?.includes("workerd\0serve")) process.kill(pid, "SIGKILL");
    return instance.process.exitCode === null ? null : true;
  });
  expect(await ended).toBe(1);
  expect(instance.output()).toContain("workerd ended");
  await until("every process gone", 10_000, () => (pids.some(isAlive) ? null : true));
});

test.each([300, 1_200, 2_500])(
  "killed %i ms after its start, whatever it does then: no process is left behind",
  async (afterMs) => {
    const run = runStart(["--fleet-set", "basic", "--state", newState(), "--port", String(await freePort())]);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const pids = descendants(run.process.pid ?? 0);
    await endOf(run.process, "SIGKILL");
    expect(await until("every process gone", 10_000, () => (pids.some(isAlive) ? null : true))).toBe(true);
  },
);

test("a taken port: says which, exit 1", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const run = runStart(["--port", String(port), "--state", newState()]);
  expect(await endOf(run.process)).toBe(1);
  expect(run.output()).toContain(`port ${port}`);
  server.close();
});

test.each<NodeJS.Signals>(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])(
  "%s leaves no process behind",
  async (signal) => {
    const instance = await startInstance(["--fleet-set", "basic"]);
    const pids = descendants(instance.process.pid ?? 0);
    expect(pids.length).toBeGreaterThan(3);
    const code = await instance.stop(signal);
    expect(code).toBe(signal === "SIGKILL" ? null : 0);
    await until("every process gone", 10_000, () => (pids.some(isAlive) ? null : true));
  },
);

test("TERM to npm alone leaves no process behind", async () => {
  const port = String(await freePort());
  const npm = spawn("npm", ["start", "--", "--fleet-set", "basic", "--state", newState(), "--port", port], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  npm.stdout.on("data", (text) => (output += text));
  await until("npm start serves", 60_000, () => (/Plumbline is running/.test(output) ? true : null));
  const pids = descendants(npm.pid ?? 0);
  npm.kill("SIGTERM");
  expect(await until("every process gone", 10_000, () => (pids.some(isAlive) ? null : true))).toBe(true);
});

/** A zombie is gone too: it only waits for its parent to look. */
function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== null && stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
}
