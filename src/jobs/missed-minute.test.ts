import { expect, test } from "vitest";
import { JOBS } from "./conductor.ts";
import { missedMinute } from "./missed-minute.ts";

const at = (time: string, day = "2026-11-30") => Date.parse(`${day}T${time}Z`);
const missed = (name: string, lastSuccess: number | null, nowMs: number) => {
  const job = JOBS.find((one) => one.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  const minuteMs = missedMinute(job, lastSuccess, nowMs);
  return minuteMs === null ? null : new Date(minuteMs).toISOString();
};

test.each([
  ["ensure-alarms", "in its allowance", at("12:00:00"), at("12:05:59"), null],
  ["ensure-alarms", "beyond it", at("12:00:00"), at("12:06:00"), "2026-11-30T12:01:00.000Z"],
  ["daily-bulletin", "done at its minute, a day ago", at("00:05:00"), at("23:59:00"), null],
  ["daily-bulletin", "with its minute just past", at("00:05:00", "2026-11-29"), at("00:19:59"), null],
  ["daily-bulletin", "missed", at("00:05:00", "2026-11-29"), at("00:20:00"), "2026-11-30T00:05:00.000Z"],
  ["drop-changes", "missed once", at("10:17:00"), at("12:30:00"), null],
  ["drop-changes", "missed for hours", at("10:17:00"), at("14:17:00"), "2026-11-30T11:17:00.000Z"],
])("%s %s", (name, _, lastSuccess, nowMs, expected) => {
  expect(missed(name, lastSuccess, nowMs)).toBe(expected);
});

test("every job has missed something when it has never run, at whatever minute one looks", () => {
  for (const { name } of JOBS)
    for (const time of ["00:00:00", "00:05:00", "00:21:00", "12:17:59", "23:59:00"])
      expect([name, missed(name, null, at(time))]).toEqual([name, expect.any(String)]);
});
