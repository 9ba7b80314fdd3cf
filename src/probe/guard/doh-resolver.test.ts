import { describe, expect, it } from "vitest";
import type { Clock } from "../../lib/clock.ts";
import { createDohResolver } from "./doh-resolver.ts";

type Reply =
  | { Status: number; Answer?: { type: number; TTL: number; data: string }[] }
  | "silent"
  | "500"
  | "html";

const A = (data: string, ttl = 300) => ({ Status: 0, Answer: [{ type: 1, TTL: ttl, data }] });
const AAAA = (data: string, ttl = 300) => ({ Status: 0, Answer: [{ type: 28, TTL: ttl, data }] });
const EMPTY = { Status: 0 };
const NXDOMAIN = { Status: 3 };
const SERVFAIL = { Status: 2 };

/** Two resolvers whose replies are a table; `asked` counts questions; time moves only by `advance`. */
function setUp(table: Record<string, Reply>, parallel = false) {
  const asked: string[] = [];
  let nowMs = 0;
  const timers: (() => void)[] = [];
  const clock: Clock = {
    now: () => nowMs,
    elapsed: () => nowMs,
    after(_delayMs, fire) {
      timers.push(fire);
      return () => timers.splice(timers.indexOf(fire), 1);
    },
  };
  const fetch = (url: string, { signal }: { signal: AbortSignal }) => {
    const { hostname, searchParams } = new URL(url);
    const key = `${hostname.slice(0, 2)} ${searchParams.get("type")}`;
    asked.push(key);
    const reply = table[key] ?? EMPTY;
    if (reply === "500") return Promise.resolve(new Response("no", { status: 500 }));
    if (reply === "html") return Promise.resolve(new Response("<html>"));
    if (reply !== "silent") return Promise.resolve(Response.json(reply));
    return new Promise<Response>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      queueMicrotask(() => timers.forEach((fire) => fire()));
    });
  };
  const resolver = createDohResolver({
    fetch,
    clock,
    resolverUrls: ["https://r1.test/dns-query", "https://r2.test/resolve?ct=json"],
    parallel,
  });
  return { resolver, asked, timers, advance: (ms: number) => (nowMs += ms) };
}

const never = new AbortController().signal;

describe("createDohResolver", () => {
  it.each<[string, Record<string, Reply>, unknown]>([
    ["addresses from the first resolver", { "r1 A": A("192.0.2.1") }, { ipv4: ["192.0.2.1"], ipv6: [] }],
    [
      "both families",
      { "r1 A": A("192.0.2.1"), "r1 AAAA": AAAA("2001:db8::1") },
      { ipv4: ["192.0.2.1"], ipv6: ["2001:db8::1"] },
    ],
    [
      "records behind a CNAME",
      { "r1 A": { Status: 0, Answer: [{ type: 5, TTL: 9, data: "b.test." }, ...A("192.0.2.1").Answer] } },
      { ipv4: ["192.0.2.1"], ipv6: [] },
    ],
    [
      "addresses of the second when the first is silent",
      { "r1 A": "silent", "r2 A": A("192.0.2.2") },
      { ipv4: ["192.0.2.2"], ipv6: [] },
    ],
    [
      "addresses of the second when the first says NXDOMAIN",
      { "r1 A": NXDOMAIN, "r1 AAAA": NXDOMAIN, "r2 A": A("192.0.2.2") },
      { ipv4: ["192.0.2.2"], ipv6: [] },
    ],
    [
      "the A records when both fail for AAAA alone",
      { "r1 A": A("192.0.2.1"), "r1 AAAA": SERVFAIL, "r2 A": A("192.0.2.1"), "r2 AAAA": SERVFAIL },
      { ipv4: ["192.0.2.1"], ipv6: [] },
    ],
    [
      "NXDOMAIN from two",
      { "r1 A": NXDOMAIN, "r1 AAAA": NXDOMAIN, "r2 A": NXDOMAIN, "r2 AAAA": NXDOMAIN },
      "dns_failure dns_nxdomain",
    ],
    ["no address from two", {}, "dns_failure dns_no_address"],
    [
      "NXDOMAIN from one and no address from the other",
      { "r1 A": NXDOMAIN, "r1 AAAA": NXDOMAIN },
      "dns_failure dns_no_address",
    ],
    [
      "NXDOMAIN from one, SERVFAIL from the other",
      { "r1 A": NXDOMAIN, "r1 AAAA": NXDOMAIN, "r2 A": SERVFAIL },
      "probe_fault dns_servfail",
    ],
    [
      "NXDOMAIN from one, silence from the other",
      { "r1 A": NXDOMAIN, "r1 AAAA": NXDOMAIN, "r2 A": "silent" },
      "probe_fault dns_silent",
    ],
    ["SERVFAIL from one, no address from the other", { "r1 A": SERVFAIL }, "probe_fault dns_servfail"],
    ["SERVFAIL from two", { "r1 A": SERVFAIL, "r2 A": SERVFAIL }, "probe_fault dns_servfail"],
    ["silence from two", { "r1 A": "silent", "r2 A": "silent" }, "probe_fault dns_silent"],
    ["a broken resolver and an unreadable one", { "r1 A": "500", "r2 A": "html" }, "probe_fault dns_silent"],
  ])("gives, for %s, what the two together allow to say", async (_what, table, expected) => {
    for (const parallel of [false, true]) {
      const { resolver, timers } = setUp(table, parallel);
      const result = await resolver.addresses("a.test", never);
      const got = result.ok ? result.value : `${result.error.outcome} ${result.error.error.code}`;
      expect(got).toEqual(expected);
      expect(timers).toEqual([]);
    }
  });

  it.each([
    ["a short one for 60 s", 5, 59_999, 60_000],
    ["one of 100 s for 100 s", 100, 99_999, 100_000],
    ["a long one for 300 s", 86_400, 299_999, 300_000],
  ])("keeps an answer per host: %s", async (_what, ttl, stillMs, overMs) => {
    const { resolver, asked, advance } = setUp({ "r1 A": A("192.0.2.1", ttl) });
    await resolver.addresses("a.test", never);
    advance(stillMs);
    await resolver.addresses("a.test", never);
    expect(asked).toHaveLength(2);
    advance(overMs - stillMs);
    await resolver.addresses("a.test", never);
    expect(asked).toHaveLength(4);
    await resolver.addresses("b.test", never);
    expect(asked).toHaveLength(6);
  });

  it("keeps no failure", async () => {
    const { resolver, asked } = setUp({ "r1 A": "silent", "r2 A": "silent" });
    await resolver.addresses("a.test", never);
    await resolver.addresses("a.test", never);
    expect(asked).toHaveLength(8);
  });

  it.each<[string, Record<string, Reply>, unknown]>([
    [
      "records, their strings joined",
      {
        "r1 TXT": {
          Status: 0,
          Answer: [
            { type: 16, TTL: 1, data: '"opt" "out"' },
            { type: 16, TTL: 1, data: "x" },
          ],
        },
      },
      ["optout", "x"],
    ],
    ["nothing for a name that does not exist", { "r1 TXT": NXDOMAIN }, []],
    ["nothing for a name without TXT", {}, []],
    [
      "the second resolver's when the first fails",
      { "r1 TXT": SERVFAIL, "r2 TXT": { Status: 0, Answer: [{ type: 16, TTL: 1, data: '"optout"' }] } },
      ["optout"],
    ],
    ["a fault of ours when both fail", { "r1 TXT": "silent", "r2 TXT": SERVFAIL }, "probe_fault"],
  ])("gives TXT %s", async (_what, table, expected) => {
    const result = await setUp(table).resolver.texts("_plumbline.a.test", never);
    expect(result.ok ? result.value : result.error.outcome).toEqual(expected);
  });
});
