import { expect, test } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

const GOOD = {
  ENVIRONMENT: "development",
  SITE_NAME: "Plumbline",
  SITE_URL: "http://localhost:8787",
  BOT_NAME: "Plumbline",
  CONTACT: "mailto:operator@example.org",
  EDGE_NETWORK: "edge",
  RESOLVERS: "https://a.example/dns https://b.example/dns",
  ALLOW_LOOPBACK_TARGETS: "false",
  PRACTICE_HISTORY: "false",
  LISTINGS: "[]",
};
const PRODUCTION = {
  ...GOOD,
  ENVIRONMENT: "production",
  SITE_URL: "https://plumbline.test",
  CONTACT: "mailto:operator@plumbline.test",
};

const refusal = (variables: Record<string, unknown>): string => {
  try {
    readSettings(variables);
    return "accepted";
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
};

test("good settings are read, for development and for production", () => {
  expect(readSettings(GOOD).RESOLVERS).toEqual(["https://a.example/dns", "https://b.example/dns"]);
  expect(readSettings({ ...PRODUCTION, SITE_URL: "https://p.example/" }).SITE_URL).toBe("https://p.example");
});

test.each(Object.keys(GOOD))("a missing %s is named", (name) => {
  const { [name as keyof typeof GOOD]: _left, ...rest } = GOOD;
  expect(refusal(rest)).toContain(`setting ${name} is missing`);
});

test.each([
  ["ENVIRONMENT", "staging", "allowed"],
  ["SITE_NAME", " ", "1 to 60"],
  ["SITE_URL", "plumbline.example", "absolute"],
  ["BOT_NAME", "Plumb line", "letters"],
  ["CONTACT", "operator", "mailto:"],
  ["EDGE_NETWORK", "Edge", "lower-case"],
  ["RESOLVERS", "", "DNS-over-HTTPS"],
  ["ALLOW_LOOPBACK_TARGETS", "yes", '"true" or "false"'],
  ["LISTINGS", "[", "not JSON"],
  ["LISTINGS", '[{"name":"a"}]', "entry 0.url: 1 to 2,048 characters on one line"],
  [
    "LISTINGS",
    '[{"name":"a","url":"https://a.example/"},{"name":"a","url":"https://b.example/","optout":true}]',
    "entry 1.name: entry 0 has this name too",
  ],
  [
    "LISTINGS",
    JSON.stringify([{ name: "n".repeat(201), url: "https://a.example/" }]),
    "entry 0.name: 1 to 200 characters on one line",
  ],
  [
    "LISTINGS",
    JSON.stringify(Array.from({ length: 10_000 }, (_, i) => ({ name: `n${i}`, url: "https://a.example/" }))),
    "at most 1,000 entries",
  ],
  ["LISTINGS", '[{"name":"a","url":"https://a.example/","apiKey":"x"}]', "entry 0"],
  ["LISTINGS", '[{"name":"a","url":"https://a.example/","optout":"yes"}]', "entry 0.optout: true or false"],
  [
    "LISTINGS",
    '[{"name":"a","url":"https://a.example/","pause":{"from":"tomorrow"}}]',
    "entry 0.pause.from: a UTC time like",
  ],
  [
    "LISTINGS",
    '[{"name":"a","url":"https://a.example/","pause":{"from":"2027-01-02T00:00:00Z","to":"2027-01-01T00:00:00Z"}}]',
    "entry 0.pause: from must be before to",
  ],
])("a wrong %s (%s) is named with what is allowed", (name, value, allowed) => {
  const message = refusal({ ...GOOD, [name]: value });
  expect(message).toContain(`setting ${name} is wrong: `);
  expect(message).toContain(allowed);
});

test.each(["SITE_NAME", "SITE_URL", "BOT_NAME", "CONTACT", "EDGE_NETWORK", "PRACTICE_HISTORY"])(
  "what was found in a wrong %s is repeated, whatever its type, and what is allowed stands beside it",
  (name) => {
    expect(refusal({ ...GOOD, [name]: "" })).toContain(`setting ${name} is wrong: found ""; allowed: `);
    expect(refusal({ ...GOOD, [name]: 5 })).toContain(`setting ${name} is wrong: found 5; allowed: `);
  },
);

test.each([
  ["LISTINGS", '[{"name":"a","url":"https://a.example/?key=secret","apiKey":"x"}]'],
  ["LISTINGS", '[{"name":"a","url":"https://a.example/?key=secret"'],
  ["RESOLVERS", "https://a.example/dns?key=secret ftp://b.example/secret"],
])("a wrong %s does not repeat its URLs, which may carry keys (%s)", (name, value) => {
  const message = refusal({ ...GOOD, [name]: value });
  expect(message).toContain(`setting ${name} is wrong: allowed: `);
  expect(message).not.toContain("secret");
});

test.each([
  ["a path", "https://p.example/a"],
  ["a query", "https://p.example/?a"],
  ["a fragment", "https://p.example/#a"],
  ["user-info", "https://me:pw@p.example"],
  ["markup", 'https://p.example/"><script>'],
])("a SITE_URL with %s is refused: it goes into every link and into the bot's identity", (_what, url) => {
  expect(refusal({ ...GOOD, SITE_URL: url })).toContain("setting SITE_URL is wrong");
});

test("a SITE_NAME of two lines is refused: it could add a line to /probe.txt", () => {
  expect(refusal({ ...GOOD, SITE_NAME: "a\nContact: me" })).toContain("setting SITE_NAME is wrong");
});

test.each([
  ["a NUL", '"a\\u0000b"'],
  ["half a surrogate pair", '"a\\ud800b"'],
])("a listing's name with %s is refused: D1 would give another one back", (_what, name) => {
  expect(refusal({ ...GOOD, LISTINGS: `[{"name":${name},"url":"https://a.example/"}]` })).toContain(
    "entry 0.name",
  );
});

test.each([
  ["ALLOW_LOOPBACK_TARGETS", "true"],
  ["PRACTICE_HISTORY", "true"],
  ["SITE_URL", "http://plumbline.test"],
  ["SITE_URL", "https://plumbline.example.org"],
  ["CONTACT", "mailto:operator@example.org"],
  ["RESOLVERS", "https://a.example/dns"],
  ["RESOLVERS", "https://a.example/dns http://b.example/dns"],
  ["RESOLVERS", "https://a.example/dns https://a.example/dns?second"],
])("production refuses %s=%s", (name, value) => {
  expect(refusal({ ...PRODUCTION, [name]: value })).toContain(`setting ${name} is wrong`);
});

test("all wrong settings are named at once, a line each", () => {
  expect(refusal({ ...GOOD, BOT_NAME: "", EDGE_NETWORK: "" }).split("\n")).toHaveLength(2);
});
