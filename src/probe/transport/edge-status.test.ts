import { describe, expect, it } from "vitest";
import { edgeStatusFailure } from "./edge-status.ts";

const PLATFORM = { server: "cloudflare", "cf-ray": "8a0000000000-FRA", "content-type": "text/plain" };
const seen = (status: number, headers: Record<string, string> = PLATFORM) => {
  const failure = edgeStatusFailure(status, new Headers(headers));
  return failure && `${failure.outcome} ${failure.error.code} ${failure.httpStatus} ${failure.retryable}`;
};

describe("edgeStatusFailure", () => {
  it.each([
    [520, "connect_failure edge_origin_error 520 true"],
    [521, "connect_failure edge_origin_error 521 false"],
    [522, "timeout edge_origin_error 522 true"],
    [523, "connect_failure edge_origin_error 523 false"],
    [524, "timeout edge_origin_error 524 true"],
    [525, "tls_failure tls_handshake 525 false"],
    [526, "tls_failure tls_invalid 526 false"],
    [527, "http_error edge_origin_error 527 false"],
    [530, "http_error edge_origin_error 530 false"],
  ])("reads the platform's own %i as %s", (status, expected) => {
    expect(seen(status)).toBe(expected);
  });

  it.each<[string, number, Record<string, string>]>([
    ["a status outside the table", 519, PLATFORM],
    ["the next one", 531, PLATFORM],
    ["a healthy status", 200, PLATFORM],
    ["another server", 521, { ...PLATFORM, server: "nginx" }],
    ["no server at all", 521, { "cf-ray": "x" }],
    ["no ray", 521, { server: "cloudflare" }],
    [
      "a JSON body, which is read before its status is believed",
      530,
      { ...PLATFORM, "content-type": "application/json" },
    ],
    ["an event stream", 520, { ...PLATFORM, "content-type": "text/event-stream; charset=utf-8" }],
  ])("leaves to the reader of bodies: %s", (_what, status, headers) => {
    expect(seen(status, headers)).toBeNull();
  });
});
