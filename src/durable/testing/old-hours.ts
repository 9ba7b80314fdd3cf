import type { Observation } from "../../contract/observation.ts";
import type { HourKey } from "../packed-hour.ts";
import { upIn } from "./observation.ts";

/** First hour of 2040-01-01 UTC. */
const FIRST_HOUR = 613_608;

/** Hours as the last version that packed by hour stored them, and what they hold; `e_x` stands for any endpoint. */
export const OLD_HOURS: readonly {
  readonly key: HourKey;
  readonly packed: Uint8Array;
  readonly observations: readonly Observation[];
}[] = [
  {
    key: keyOf(-1),
    packed: bytes(
      "015100c0c4071f9c03f3010c181fb81e0206465241030603021702ababababababababababababababababababababababab" +
        "ababababababababab022c6578616d706c652d776561746865722d7365727665725cdd310bc0c4071c0c181f871f09001738" +
        "6e6f20616e737765722077697468696e20313020732c20747769636502010400000000e8c3",
    ),
    observations: [up(-12), timedOut(-1)],
  },
  {
    key: keyOf(0),
    packed: bytes(
      "015101c0c4071f9c03f3010c181fb81e0206465241030603021702ababababababababababababababababababababababab" +
        "ababababababababab022c6578616d706c652d776561746865722d736572766572adde0b10051f9c03f3010c181f00730d",
    ),
    // In order of arrival; the second started before its slot × 300 s.
    observations: [up(1), { ...up(0), started_at: FIRST_HOUR * 3_600_000 - 5 }],
  },
  {
    key: keyOf(5),
    packed: bytes(
      "013403c0c4071c0c181fbf01090017386e6f20616e737765722077697468696e20313020732c207477696365020646524103" +
        "0602010467c04f04c0c4071f9c03f3010c181f871f030100020003021702abababababababababababababababababababab" +
        "abababababababababababab022c6578616d706c652d776561746865722d7365727665720ccc",
    ),
    observations: [timedOut(63), up(64)],
  },
];

function keyOf(hour: number): HourKey {
  return { endpoint: "e_x", network: "edge", hour: FIRST_HOUR + hour };
}

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function up(slotFromFirst: number): Observation {
  return upIn("e_x", "edge", FIRST_HOUR * 12 + slotFromFirst);
}

function timedOut(slotFromFirst: number): Observation {
  return {
    ...up(slotFromFirst),
    outcome: "timeout",
    http_status: null,
    error: { code: "response_timeout", note: "no answer within 10 s, twice" },
    first_answer_ms: null,
    total_ms: null,
    tools_ok: null,
    tool_count: null,
    shape_hash: null,
    server_name: null,
    flags: ["retried"],
  };
}
