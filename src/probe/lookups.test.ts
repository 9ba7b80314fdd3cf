import { expect, test } from "vitest";
import { err, ok } from "../lib/result.ts";
import type { Resolver } from "./guard/resolver.ts";
import { identity } from "./identity.ts";
import { type Lookups, lookUp, lookupsSchema, NO_LOOKUPS } from "./lookups.ts";
import { text } from "./testing/answers.ts";
import { type Script, scriptedEndpoint } from "./testing/scripted-endpoint.ts";
import { VirtualClock } from "./testing/virtual-clock.ts";

const ORIGIN = "https://mcp.example";
const KNOWN: Lookups = {
  lastMs: 1,
  failed: false,
  txt: { optOut: true, ownerIntervalS: null },
  robots: { [ORIGIN]: { text: "User-agent: *\nDisallow: /known" } },
};
const RULES = "User-agent: *\nDisallow: /new\n";
const moved = (location: string): Script => text("", 301, "text/plain", [["location", location]]);

/** One look-up of a host whose robots.txt answers `script` by URL and whose TXT record is `txt` (null: no answer). */
async function look(
  script: Readonly<Record<string, Script>>,
  {
    txt = [],
    known = KNOWN,
    host = "mcp.example",
  }: {
    txt?: readonly string[] | null;
    known?: Lookups;
    host?: string;
  } = {},
) {
  const clock = new VirtualClock();
  const endpoint = scriptedEndpoint(clock, ({ request }) => script[request.url] ?? text("", 404));
  const names: string[] = [];
  const silent = { outcome: "probe_fault", error: { code: "dns_silent", note: "" } } as const;
  const resolver: Resolver = {
    addresses: () => Promise.resolve(err(silent)),
    texts(name) {
      names.push(name);
      return Promise.resolve(txt === null ? err(silent) : ok(txt));
    },
  };
  const found = await clock.run(
    lookUp(host, [ORIGIN], known, {
      door: endpoint.door,
      resolver,
      clock,
      identity: identity({ bot: "Plumbline", version: "1", site: "https://plumbline.example" }),
      label: "plumbline",
    }),
  );
  expect(endpoint.openBodies()).toBe(0);
  expect(clock.pending).toBe(0);
  return { found, names, asked: endpoint.asks.map(({ request }) => request.url) };
}
const rulesAfter = async (script: Script, more: Readonly<Record<string, Script>> = {}) =>
  (await look({ [`${ORIGIN}/robots.txt`]: script, ...more })).found.robots[ORIGIN]?.text;

test.each<[sentence: string, script: Script, rules: string | null]>([
  ["200 sets its rules", text(RULES, 200), RULES],
  ["404 means no rules", text("", 404), null],
  ["500 leaves the last known rules", text("", 500), "User-agent: *\nDisallow: /known"],
  ["silence leaves the last known rules", "silence", "User-agent: *\nDisallow: /known"],
  [
    "a body that breaks off leaves the last known rules",
    { ...text("User-agent: *\nDisallow: /", 200), bodyEnd: "reset" },
    "User-agent: *\nDisallow: /known",
  ],
  [
    "a body that hangs leaves the last known rules",
    { ...text("User-agent: *\nDisallow: /", 200), bodyEnd: "silence" },
    "User-agent: *\nDisallow: /known",
  ],
  ["a redirect to another host means no rules", moved("https://other.example/robots.txt"), null],
  ["a redirect to plain http means no rules", moved("http://mcp.example/robots.txt"), null],
])("of robots.txt, %s", async (_sentence, script, rules) => {
  expect(await rulesAfter(script)).toBe(rules);
});

test("a redirect on the same host is followed, twice at most", async () => {
  const hops = { [`${ORIGIN}/a`]: moved("/b"), [`${ORIGIN}/b`]: text(RULES, 200) };
  expect(await rulesAfter(moved("/a"), hops)).toBe(RULES);
  expect(await rulesAfter(moved("/a"), { ...hops, [`${ORIGIN}/b`]: moved("/c") })).toBe(
    KNOWN.robots[ORIGIN]?.text,
  );
});

test("the TXT record of the host is asked for once, under the bot's label", async () => {
  const { found, names } = await look({}, { txt: ["interval=1800"] });
  expect(names).toEqual(["_plumbline.mcp.example"]);
  expect(found.txt).toEqual({ optOut: false, ownerIntervalS: 1800 });
  expect(found.failed).toBe(false);
});

test("without an answer the last known wish stays, and the look-up says that it failed", async () => {
  const { found } = await look({}, { txt: null });
  expect(found.txt).toEqual(KNOWN.txt);
  expect(found.failed).toBe(true);
});

test.each(["127.0.0.1", "[::1]"])("an address (%s) has no TXT record to ask for", async (host) => {
  const { found, names } = await look({}, { host, known: NO_LOOKUPS });
  expect(names).toEqual([]);
  expect(found.txt).toEqual(NO_LOOKUPS.txt);
});

test("stored look-ups are read as they were written, and refused where they are anything else", () => {
  const read = (stored: unknown) => lookupsSchema.safeParse(stored);
  for (const lookups of [KNOWN, NO_LOOKUPS])
    expect(read(JSON.parse(JSON.stringify(lookups)))).toMatchObject({ success: true, data: lookups });
  for (const damage of [
    { txt: null },
    { txt: { optOut: "yes", ownerIntervalS: null } },
    { txt: { optOut: false, ownerIntervalS: 60 } },
    { robots: { [ORIGIN]: "User-agent: *" } },
  ])
    expect(read({ ...KNOWN, ...damage }).success).toBe(false);
});
