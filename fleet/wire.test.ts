import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberName } from "./expected.ts";
import { startFleet, type Fleet } from "./fleet.ts";
import { rawAsk, type Patience, type RawQuestion, type RawReply } from "./raw.ts";
import { ROSTER } from "./roster.ts";
import { CHALLENGES } from "./wire-rows/challenges.ts";
import { DOCUMENTS } from "./wire-rows/documents.ts";
import { HANDSHAKES } from "./wire-rows/handshakes.ts";
import { HOSTILE } from "./wire-rows/hostile.ts";
import { PAGES } from "./wire-rows/pages.ts";
import { STREAMS_AND_BODIES } from "./wire-rows/streams-and-bodies.ts";

/** Member, question, what its bytes must hold, and how the connection goes on. */
export type WireRow = readonly [
  name: MemberName,
  question: RawQuestion,
  holds: readonly (RegExp | string)[],
  ending?: RawReply["ending"],
];

const ROWS: readonly WireRow[] = [
  ...PAGES,
  ...CHALLENGES,
  ...DOCUMENTS,
  ...STREAMS_AND_BODIES,
  ...HANDSHAKES,
  ...HOSTILE,
];

/** Long where something must come, so that a busy machine changes nothing; short where nothing may. */
const LONG_MS = 20_000;
const SHORT_MS = 300;

/** Programs of other authors have tests of their own; these listen nowhere or speak TLS. */
const ELSEWHERE = /^(sdk-|everything|fastmcp|mcp-|hono-mcp|tls-|target-|templated-|name-|connect-refused)/;

let fleet: Fleet;
beforeAll(async () => {
  const members = ROSTER.filter(({ name }) => !ELSEWHERE.test(name));
  fleet = await startFleet({ members, portsFrom: 0 });
}, 60_000);
afterAll(() => fleet.close());

describe("what each member of ours puts on the wire", () => {
  for (const [name, question, holds, ending = "closed"] of ROWS) {
    it.concurrent(
      `${name}, asked ${question}`,
      async () => {
        const member = fleet.members.find((candidate) => candidate.name === name);
        const reply = await rawAsk(member?.url ?? "", question, patience(holds, ending));
        expect({ missing: missing(reply.bytes, holds), ending: reply.ending }).toEqual({
          missing: [],
          ending,
        });
      },
      LONG_MS,
    );
  }

  it("has a row for every member of ours", () => {
    const covered = new Set(ROWS.map(([name]) => name));
    const without = fleet.members.map(({ name }) => name).filter((name) => !covered.has(name));
    expect(without).toEqual([]);
  });
});

function patience(holds: WireRow[2], ending: RawReply["ending"]): Patience {
  const quietMs = ending === "open" ? SHORT_MS : LONG_MS;
  const silent = holds.some((piece) => String(piece) === String(/^$/));
  return { firstByteMs: silent ? quietMs : LONG_MS, quietMs };
}

/** Those that the bytes do not hold, shortened. */
function missing(bytes: string, holds: WireRow[2]): string[] {
  return holds
    .filter((piece) => !(typeof piece === "string" ? bytes.includes(piece) : piece.test(bytes)))
    .map((piece) => String(piece).slice(0, 100));
}
