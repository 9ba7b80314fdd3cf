import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLIENT_LIMITS } from "../limits.ts";

const TOML = readFileSync(new URL("../../wrangler.toml", import.meta.url), "utf8");

test.each([
  ["CHECK_RATE", CLIENT_LIMITS.checksPerMinute],
  ["READ_RATE", CLIENT_LIMITS.hostReadsPerMinute],
])("%s counts to %i a minute by default and in production, as the 429 says", (name, limit) => {
  const found = [...TOML.matchAll(/^name = "(\w+)"\nnamespace_id = "\d+"\nsimple = (.+)$/gm)]
    .filter(([, of]) => of === name)
    .map(([, , simple]) => simple);
  expect(found).toEqual(Array(2).fill(`{ limit = ${limit}, period = 60 }`));
});
