import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckLine } from "../../src/durable/check-line.ts";
import type { HostDO } from "../../src/durable/host.ts";
import { DAY, HOUR, inSlot, listing, START, TestHost } from "./host-fixture.ts";

let host: TestHost;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
  host = new TestHost("check");
  await host.take();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Every line of a check, as it came over RPC. */
async function check(url: string): Promise<CheckLine[]> {
  const text = await new Response(await host.stub.check(url)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as CheckLine);
}
const url = () => `https://${host.name}/mcp`;

test("a check of an unlisted host looks up its opt-outs, visits once, streams its steps and leaves no trace", async () => {
  const lines = await check(url());
  expect(lines.map(({ kind }) => kind)).toEqual(["look_up", "request", "answer", "done"]);
  expect(lines.at(-1)).toMatchObject({ kind: "done", visit: { observation: { outcome: "up" } } });
  const left = await runInDurableObject(host.stub, async (_instance, state) => ({
    alarm: await state.storage.getAlarm(),
    tables: state.storage.sql
      .exec("SELECT name FROM sqlite_schema WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
      .toArray(),
  }));
  expect(left).toEqual({ alarm: null, tables: [] });
});

test("a host is checked once a minute, whoever asks", async () => {
  await check(url());
  vi.setSystemTime(Date.now() + 30_000);
  expect(await check(`https://${host.name}/other`)).toEqual([
    expect.objectContaining({ kind: "refused", reason: "once_a_minute", retryAtMs: START + 60_000 }),
  ]);
  vi.setSystemTime(START + 60_000);
  expect((await check(url())).at(-1)).toMatchObject({ kind: "done" });
});

test("an opt-out by TXT or robots.txt is told and nothing is sent", async () => {
  host.outgoing.lookups = { txt: { optOut: true, ownerIntervalS: null } };
  expect((await check(url())).at(-1)).toMatchObject({ kind: "refused", reason: "opted_out", note: "by txt" });
  vi.setSystemTime(START + HOUR);
  host.outgoing.lookups = {
    txt: { optOut: false, ownerIntervalS: null },
    robots: { [new URL(url()).origin]: { text: "User-agent: *\nDisallow: /" } },
  };
  expect((await check(url())).at(-1)).toMatchObject({
    kind: "refused",
    reason: "opted_out",
    note: "by robots",
  });
  expect(host.outgoing.visits).toHaveLength(0);
});

test("a URL of another host, a placeholder and a forbidden port are refused before anything is sent", async () => {
  for (const [asked, note] of [
    ["https://elsewhere.example.com/mcp", "target_url"],
    ["https://{tenant}.example.com/mcp", "target_url"],
    [`https://${host.name}:22/mcp`, "port 22"],
    [`https://${host.name}/{tenant}`, "template_placeholder"],
  ] as const) {
    vi.setSystemTime(Date.now() + HOUR);
    expect((await check(asked)).at(-1)).toMatchObject({ kind: "refused", reason: "not_allowed", note });
  }
  expect(host.outgoing.visits).toHaveLength(0);
});

test("a check of a listed endpoint adds no observation, waits for the host's second and keeps what is remembered", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  await host.turn();
  const lines = await check(entry.url);
  expect(lines.map(({ kind }) => kind)).toEqual(["waiting", "request", "answer", "done"]);
  expect(host.outgoing.visits.at(-1)?.memory).toMatchObject({
    era: "stateless",
    list: null,
    counts_hour: null,
    other_era_day: null,
  });
  expect(await host.all(entry.endpointId)).toHaveLength(1);
  await host.alarmAt(inSlot(entry.endpointId, 1));
  expect(await host.all(entry.endpointId)).toHaveLength(2);
});

test("a host that limits us or asked us to wait is not checked", async () => {
  const entry = listing(host.name);
  host.outgoing.sees = { outcome: "rate_limited", http_status: 429, retry_after_s: 600 };
  await host.stub.assign([entry]);
  await host.turn();
  vi.setSystemTime(START + 5_000);
  for (const asked of [entry.url, `${entry.url}?x=1`])
    expect((await check(asked)).at(-1)).toMatchObject({ kind: "refused", reason: "rate_limited" });
  expect(host.outgoing.visits).toHaveLength(1);
});

test("who hangs up ends the check at once: the visit is told, the host has its place back, nothing is stored", async () => {
  const gate = Promise.withResolvers<void>();
  host.outgoing.gate = gate.promise;
  const stream = await host.stub.check(url());
  const reader = stream.getReader();
  await reader.read();
  await vi.waitFor(() => expect(host.outgoing.visits).toHaveLength(1));
  await reader.cancel();
  await vi.waitFor(() => expect(host.outgoing.hungUp).toBe(1), 5_000);
  await runInDurableObject(host.stub, ({ parts }: HostDO) => {
    expect(parts.permits.tryTake(5, 0)).toBe(true);
    parts.permits.give(5);
  });
});

test("who hangs up while the check waits for room leaves nothing behind and nothing is sent", async () => {
  await runInDurableObject(host.stub, (instance: HostDO) => {
    instance.parts.permits.tryTake(5, 0);
  });
  const reader = (await host.stub.check(url())).getReader();
  await reader.read();
  await reader.cancel();
  await runInDurableObject(host.stub, (instance: HostDO) => instance.parts.permits.give(5));
  expect(host.outgoing.visits).toHaveLength(0);
});

test("an owner's pause and an operator's opt-out hold for checks, also of another query or path of the host", async () => {
  const entry = listing(host.name);
  await host.stub.assign([{ ...entry, pause: { fromMs: START, toMs: null } }]);
  for (const asked of [entry.url, `${entry.url}?x=1`, `https://${host.name}/other`])
    expect((await check(asked)).at(-1)).toMatchObject({ kind: "refused", reason: "opted_out" });
  await host.stub.assign([{ ...entry, pause: null, optedOut: true }]);
  for (const asked of [entry.url, `${entry.url}?x=1`, `https://${host.name}/other`])
    expect((await check(asked)).at(-1)).toMatchObject({ reason: "opted_out", note: "by request" });
  expect(host.outgoing.visits).toHaveLength(0);
});

test("a withdrawn listing's host is asked for its opt-out before a check, as any host is", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  await host.turn();
  await host.stub.assign([{ ...entry, server: null }]);
  vi.setSystemTime(START + 10 * DAY);
  host.outgoing.lookups = { txt: { optOut: true, ownerIntervalS: null } };
  const lines = await check(entry.url);
  expect(lines.map(({ kind }) => kind)).toEqual(["look_up", "refused"]);
  expect(lines.at(-1)).toMatchObject({ reason: "opted_out", note: "by txt" });
  expect(host.outgoing.visits).toHaveLength(1);
});

test("a Retry-After that a check saw keeps the next check away, whatever its path", async () => {
  host.outgoing.sees = { outcome: "overloaded", http_status: 503, retry_after_s: 600 };
  await check(url());
  const untilMs = Date.now() + 600_000;
  vi.setSystemTime(Date.now() + 120_000);
  const refused = { kind: "refused", reason: "rate_limited", retryAtMs: untilMs };
  expect((await check(`https://${host.name}/other`)).at(-1)).toMatchObject(refused);
  expect(host.outgoing.visits).toHaveLength(1);
  vi.setSystemTime(untilMs);
  expect((await check(url())).at(-1)).toMatchObject({ kind: "done" });
});

test("an owner's pause that comes while a check waits for room is obeyed", async () => {
  const entry = listing(host.name);
  await host.stub.assign([entry]);
  await host.turn();
  await runInDurableObject(host.stub, (instance: HostDO) => {
    const { permits } = instance.parts;
    const tryTake = permits.tryTake.bind(permits);
    const take = vi.spyOn(permits, "tryTake");
    take.mockImplementation((...args) => {
      void instance.assign([{ ...entry, pause: { fromMs: START, toMs: null } }]);
      return tryTake(...args);
    });
  });
  vi.setSystemTime(START + 5_000);
  expect((await check(entry.url)).at(-1)).toMatchObject({ reason: "opted_out" });
  expect(host.outgoing.visits).toHaveLength(1);
  await runInDurableObject(host.stub, ({ parts }: HostDO) => {
    vi.restoreAllMocks();
    expect(parts.permits.tryTake(5, 0)).toBe(true);
    parts.permits.give(5);
  });
});

test("slow checks do not stretch the cadence of a crowded host: its mean hold is that of probes", async () => {
  const entries = Array.from({ length: 100 }, (_, n) => listing(host.name, `/${n}`));
  await host.stub.assign(entries);
  await runInDurableObject(host.stub, (instance: HostDO) => {
    let elapsedMs = 0;
    const clock = { ...instance.parts.clock, elapsed: () => (elapsedMs += 25_000) };
    instance.parts = { ...instance.parts, clock };
  });
  for (const hour of [1, 2, 3]) {
    vi.setSystemTime(START + hour * HOUR);
    expect((await check(entries[0]?.url ?? "")).at(-1)).toMatchObject({ kind: "done" });
  }
  expect(await host.sql("SELECT value FROM host WHERE key = 'hold'")).toEqual([]);
});
