import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR, inSlot, listing, START, TestHost } from "./host-fixture.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(START);
});
afterEach(() => {
  vi.useRealTimers();
});

const failed = (host: string, atMs: number) => ({ host, domain: "example.com", atMs });

test("a window gives back the failures that began in it, each once however often it was reported", async () => {
  const network = env.NETWORK.getByName("window");
  const inside = [failed("a.example.com", START), failed("b.example.com", START + 1)];
  for (const one of [...inside, ...inside, failed("c.example.com", START + 300_000)])
    await network.report(one);
  expect(await network.failures(START, START + 300_000)).toEqual(inside);
});

test("failures are dropped after six hours", async () => {
  const network = env.NETWORK.getByName("old");
  await network.report(failed("a.example.com", START));
  await network.report(failed("b.example.com", START + 6 * HOUR + 1));
  expect(await network.failures(0, START + 24 * HOUR)).toEqual([
    failed("b.example.com", START + 6 * HOUR + 1),
  ]);
});

test("a HostDO reports a failure that follows an answer, and not the next one", async () => {
  const host = new TestHost("fresh");
  const entry = listing(host.name);
  await host.take();
  await host.stub.assign([entry]);
  await host.turn();
  host.outgoing.sees = { outcome: "timeout", http_status: null, era: null, tools_ok: null, shape_hash: null };
  for (const n of [1, 2, 3]) await host.alarmAt(inSlot(entry.endpointId, n));
  const network = env.NETWORK.getByName("edge");
  const reported = await network.failures(START, START + HOUR);
  expect(reported).toEqual([failed(host.name, inSlot(entry.endpointId, 1))]);
});

test("an alarm that an assignment sets while a turn runs is not pushed back by the turn", async () => {
  const host = new TestHost("race");
  const entry = listing(host.name, "/first");
  await host.take();
  await host.stub.assign([entry]);
  const gate = Promise.withResolvers<void>();
  const flush = gate.promise;
  host.outgoing.gate = flush;
  const turn = host.alarm();
  await vi.waitUntil(() => host.outgoing.visits.length === 1);
  expect(await host.stub.ensureAlarm()).toBe(false);
  await host.stub.revisit(entry.endpointId);
  gate.resolve();
  await turn;
  expect((await host.stub.describe()).alarmMs).toBeLessThanOrEqual(START + 5_000);
});
