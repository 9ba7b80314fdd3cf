import { expect, it } from "vitest";
import type { Observation } from "../contract/observation.ts";
import { segmentsOf } from "./segments.ts";

type Times = [
  dns: number | null,
  tcp: number | null,
  tls: number | null,
  first: number | null,
  total: number | null,
];

const observed = ([dns_ms, tcp_ms, tls_ms, first_answer_ms, total_ms]: Times) =>
  ({ phases: { dns_ms, tcp_ms, tls_ms }, first_answer_ms, total_ms }) as Observation;

it.each<[string, Times, string[]]>([
  ["a whole visit", [10, 20, 30, 100, 150], ["dns 10", "tcp 20", "tls 30", "answer 40", "list 50"]],
  ["no TLS and no look-up", [null, 20, null, 100, 150], ["tcp 20", "answer 80", "list 50"]],
  [
    "a connection that an earlier question had opened",
    [10, 20, 30, 40, 70],
    ["dns 10", "tcp 20", "tls 30", "answer 40", "list 30"],
  ],
  ["no list", [null, 20, null, 100, null], ["tcp 20", "answer 80"]],
  ["a connection and no answer", [10, 20, null, null, null], ["dns 10", "tcp 20"]],
  ["nothing", [null, null, null, null, null], []],
])("splits the time of %s", (_what, times, expected) => {
  expect(segmentsOf(observed(times)).map(({ name, ms }) => `${name} ${ms}`)).toEqual(expected);
});
