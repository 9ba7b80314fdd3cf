import { afterAll, beforeAll, vi } from "vitest";
import { startWorld } from "../../../test/transport/world.ts";
import type { World } from "../../../test/transport/world.ts";
import { systemClock } from "../../lib/clock.ts";
import { createPinnedTransport } from "./pinned.ts";
import { transportSuite } from "../../../test/transport/transport.suite.ts";
import { createTrust } from "./trust.ts";

vi.setConfig({ testTimeout: 20_000 });

let running: { world: World; stop: () => void };
beforeAll(async () => {
  running = await startWorld();
});
afterAll(() => running.stop());

transportSuite({
  name: "pinned",
  makeTransport: () => {
    const trust = createTrust({
      roots: [running.world.rootPem],
      intermediates: [running.world.intermediatePem],
    });
    return createPinnedTransport({ clock: systemClock, trust });
  },
  world: () => running.world,
  seesPhases: true,
  codes: {
    refused: "connect_failure connect_refused",
    resetAtAccept: "connect_failure connect_reset",
    resetAfterRequest: "connect_failure connect_reset",
    closedWithoutReply: "connect_failure closed_without_answer",
    garbage: "connect_failure not_http",
    silent: "timeout response_timeout",
    slowHeaders: "timeout response_timeout",
    giantHeader: "too_large headers_too_large",
    endlessHeaders: "too_large headers_too_large",
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
    selfSigned: "tls_failure tls_self_signed",
    expired: "tls_failure tls_expired",
    notYetValid: "tls_failure tls_not_yet_valid",
    wrongHost: "tls_failure tls_name_mismatch",
    incompleteChain: "200 incomplete_chain",
    incompleteUnknownChain: "probe_fault tls_incomplete_chain",
    untrusted: "tls_failure tls_untrusted",
    untrustedRootSent: "tls_failure tls_untrusted",
    plainHttp: "tls_failure tls_handshake",
    resetInHandshake: "tls_failure tls_handshake",
  },
});
