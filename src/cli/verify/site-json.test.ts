import { expect, test } from "vitest";
import { VirtualClock } from "../../probe/testing/virtual-clock.ts";
import { siteJson } from "./site-json.ts";

type Reply = readonly [status: number, retryAfter?: string];

/** Asks a site that gives these answers in turn, the last one for ever; what came of it, and the waits in seconds. */
async function asked(...replies: Reply[]) {
  const clock = new VirtualClock();
  const waits: number[] = [];
  let times = 0;
  const fetchJson = siteJson("http://127.0.0.1", {
    clock,
    ask: () => {
      const [status, retryAfter] = replies[Math.min(times, replies.length - 1)] ?? [200];
      times += 1;
      const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
      return Promise.resolve(new Response("[1]", { status, headers }));
    },
    onWait: (seconds) => waits.push(seconds),
  });
  const startMs = clock.elapsed();
  const result = await clock.run(fetchJson("/document"));
  return { result, waits, times, passedS: (clock.elapsed() - startMs) / 1000, pending: clock.pending };
}

test("a site that limits its readers is asked again after its Retry-After, and its document is read then", async () => {
  expect(await asked([429, "60"], [429, "30"], [200])).toEqual({
    result: { ok: true, value: [1] },
    waits: [60, 30],
    times: 3,
    passedS: 90,
    pending: 0,
  });
});

test("a site that limits its readers for ever is asked four times", async () => {
  expect(await asked([429, "5"])).toMatchObject({
    result: { ok: false, error: "HTTP 429" },
    waits: [5, 5, 5],
    times: 4,
  });
});

test.each([
  ["no Retry-After", [429], 1, []],
  ["one that nobody can read", [429, "soon"], 1, []],
  ["one of more than two minutes", [429, "121"], 1, []],
  ["one of two minutes", [429, "120"], 2, [120]],
  ["one of no time", [429, "0"], 2, [1]],
  ["a date", [429, "Mon, 30 Nov 2026 12:00:20 GMT"], 2, [20]],
  ["a 503, which is no limit", [503, "5"], 1, []],
] as const)("with %s the site is asked as often as that allows", async (_, reply, times, waits) => {
  expect(await asked(reply, [200])).toMatchObject({ times, waits });
});
