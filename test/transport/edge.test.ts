import { connect } from "cloudflare:sockets";
import { inject } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createEdgeTransport } from "../../src/probe/transport/edge.ts";
import { transportSuite } from "./transport.suite.ts";

transportSuite({
  name: "edge",
  makeTransport: () => createEdgeTransport({ clock: systemClock, connect }),
  world: () => inject("world"),
  seesPhases: false,
  codes: {
    refused: "connect_failure connect_failed",
    // Whether the TCP connect that tells sees the port open before the reset is a race.
    resetAtAccept: /^connect_failure (?:connect_failed|closed_without_answer)$/,
    resetAfterRequest: "connect_failure closed_without_answer",
    closedWithoutReply: "connect_failure closed_without_answer",
    garbage: "connect_failure closed_without_answer",
    silent: "timeout response_timeout",
    slowHeaders: "timeout response_timeout",
    giantHeader: "connect_failure closed_without_answer",
    endlessHeaders: "connect_failure closed_without_answer",
    switchProtocols: "101",
  },
  bodyCodes: {
    dripBody: "timeout response_timeout",
    resetInBody: "connect_failure body_cut_short",
    shortBody: "connect_failure body_cut_short",
    shortChunks: "connect_failure body_cut_short",
    brokenChunks: "connect_failure body_cut_short",
    brokenGzip: "invalid_mcp bad_encoding",
    shortGzip: "invalid_mcp bad_encoding",
  },
  tls: {
    trusted: "200",
    selfSigned: "tls_failure tls_invalid",
    expired: "tls_failure tls_invalid",
    notYetValid: "tls_failure tls_invalid",
    wrongHost: "tls_failure tls_invalid",
    incompleteChain: "tls_failure tls_invalid",
    incompleteUnknownChain: "tls_failure tls_invalid",
    untrusted: "tls_failure tls_invalid",
    untrustedRootSent: "tls_failure tls_invalid",
    plainHttp: "tls_failure tls_invalid",
    resetInHandshake: "tls_failure tls_invalid",
  },
});
