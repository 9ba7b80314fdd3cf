import type { ErrorCode, ErrorDetail, Flag, Outcome } from "../contract/observation.ts";
import { hasPaymentTerms, isSuspendedHosting, leadsToSignIn } from "./hosting.ts";
import { botProtection } from "./signatures.ts";
import { isUnauthorised } from "./unauthorised.ts";
import type { Exchange } from "./wire/exchange.ts";
import { hasChallenge, retryAfterSeconds } from "./wire/headers.ts";
import { locationOf } from "./wire/redirect.ts";
import { refusalOf } from "./wire/refusal.ts";

/** What a probe saw, as far as its outcome depends on it. */
export interface Evidence {
  /** The answer that decides: of the handshake that succeeded, or of the one that was tried last. */
  readonly deciding: Exchange;
  /** The deciding answer opened a channel. */
  readonly opened: boolean;
  /** Every measured answer of the probe, the deciding one among them. */
  readonly measured: readonly Exchange[];
  /** Our previous visit ended without a confirmed DELETE. */
  readonly leftOpen: boolean;
  /** URL that the deciding request went to. */
  readonly url: string;
  readonly nowMs: number;
}

export interface Decision {
  readonly outcome: Outcome;
  readonly error: ErrorDetail | null;
  readonly flags: readonly Flag[];
  /** The answer that it rests on. */
  readonly by: Exchange;
}

/** One row of `outcomes-v1` (METHOD.md section 3): the first that decides wins. */
export interface Rule {
  readonly number: number;
  readonly name: string;
  readonly decide: (seen: Evidence) => Decision | null;
}

const decision = (
  by: Exchange,
  outcome: Outcome,
  code: ErrorCode | null,
  { note = "", flags = [] }: { note?: string; flags?: readonly Flag[] } = {},
): Decision => ({ outcome, error: code === null ? null : { code, note }, flags, by });

const within = (status: number | null, from: number, below: number): boolean =>
  status !== null && status >= from && status < below;

/** A failure that decides: of the deciding answer only, since a list that failed leaves the endpoint reachable. */
const failureOf = (by: Exchange, mine: (outcome: Outcome) => boolean): Decision | null => {
  if (by.reply.kind !== "failure") return null;
  const { outcome, error } = by.reply.failure;
  return mine(outcome) ? { outcome, error, flags: [], by } : null;
};

const OWN: readonly Outcome[] = ["probe_fault", "skipped"];
const TARGET: readonly Outcome[] = ["target_not_allowed", "templated", "opted_out"];

const firstOf = (answers: readonly Exchange[], judge: (by: Exchange) => Decision | null): Decision | null => {
  for (const by of answers) {
    const found = judge(by);
    if (found !== null) return found;
  }
  return null;
};

/** 401, or a 4xx that carries a challenge. */
const asksForSignIn = (by: Exchange): boolean =>
  by.status === 401 || (within(by.status, 400, 500) && hasChallenge(by.headers));

/** Why a handshake was refused with a JSON-RPC error, as far as the error says so. */
function refusalCode(by: Exchange): ErrorCode {
  switch (refusalOf(by)?.about) {
    case "revision":
      return "revision_refused";
    case "session":
      return "session_required";
    case null:
    case undefined:
      return "jsonrpc_error";
  }
}

/** A list that asks for sign-in says so of the endpoint too. */
const atList = (by: Exchange): readonly Flag[] => (by.step === "tools/list" ? ["auth_at_list"] : []);

export const RULES: readonly Rule[] = [
  {
    number: 1,
    name: "our own fault",
    decide: ({ deciding }) => failureOf(deciding, (outcome) => OWN.includes(outcome)),
  },
  {
    number: 2,
    name: "target rule, placeholder, opt-out",
    decide: ({ deciding }) => failureOf(deciding, (outcome) => TARGET.includes(outcome)),
  },
  {
    number: 3,
    name: "DNS, connect, TLS, timeout",
    decide: ({ deciding }) => failureOf(deciding, () => true),
  },
  {
    number: 4,
    name: "bot-protection signature",
    decide: ({ measured }) =>
      firstOf(measured, (by) => {
        const vendor = botProtection(by);
        return vendor === null ? null : decision(by, "waf_blocked", "bot_protection", { note: vendor });
      }),
  },
  {
    number: 5,
    name: "401, or a 4xx with a challenge, on any request",
    decide: ({ measured }) =>
      firstOf(measured, (by) =>
        asksForSignIn(by) ? decision(by, "auth_required", "unauthorised", { flags: atList(by) }) : null,
      ),
  },
  {
    number: 6,
    name: "429 on any request, 503 with Retry-After",
    decide: ({ measured, deciding, nowMs }) =>
      firstOf(measured, (by) => (by.status === 429 ? decision(by, "rate_limited", "rate_limited") : null)) ??
      (deciding.status === 503 && retryAfterSeconds(deciding.headers, nowMs) !== null
        ? decision(deciding, "overloaded", "retry_after")
        : null),
  },
  {
    number: 7,
    name: "a JSON-RPC body",
    decide: ({ deciding, opened, measured, leftOpen }) => {
      const refusedAtSignIn = firstOf(measured, (by) =>
        isUnauthorised(by.reply)
          ? decision(by, "auth_required", "unauthorised", {
              flags: [...atList(by), ...(within(by.status, 200, 300) ? (["auth_in_200"] as const) : [])],
            })
          : null,
      );
      if (refusedAtSignIn !== null) return refusedAtSignIn;
      if (opened) return decision(deciding, "up", null);
      if (deciding.reply.kind !== "error") return null;
      if (leftOpen) return decision(deciding, "probe_fault", "own_leftover_session");
      const { code } = deciding.reply.error;
      return decision(deciding, "handshake_refused", refusalCode(deciding), {
        note: code === null ? "" : `code ${code}`,
      });
    },
  },
  {
    number: 8,
    name: "402",
    decide: ({ deciding }) => {
      if (deciding.status !== 402) return null;
      if (isSuspendedHosting(deciding)) return decision(deciding, "http_error", "hosting_suspended");
      const flags: readonly Flag[] = hasPaymentTerms(deciding) ? ["payment_terms"] : [];
      return decision(deciding, "payment_required", "payment_required", { flags });
    },
  },
  {
    number: 9,
    name: "403, or a redirect to a sign-in host",
    decide: ({ deciding, url }) => {
      if (deciding.status === 403) return decision(deciding, "access_denied", "forbidden");
      if (!within(deciding.status, 300, 400)) return null;
      const to = locationOf(url, deciding);
      if (to === null || !leadsToSignIn(to)) return null;
      return decision(deciding, "access_denied", "sign_in_redirect", { flags: ["browser_sso"] });
    },
  },
  {
    number: 10,
    name: "other 3xx, 4xx, 5xx",
    decide: ({ deciding }) => {
      if (deciding.status === null || within(deciding.status, 200, 300)) return null;
      const redirect = within(deciding.status, 300, 400);
      return decision(deciding, "http_error", redirect ? "redirect_not_followed" : "http_status");
    },
  },
  {
    number: 11,
    name: "2xx without MCP",
    decide: ({ deciding }) => {
      const code = deciding.reply.kind === "other" ? deciding.reply.code : "bad_result";
      return decision(deciding, code === "body_too_large" ? "too_large" : "invalid_mcp", code);
    },
  },
];

/** Applies `outcomes-v1`: the first rule that decides, in the order of METHOD.md section 3. */
export function decide(seen: Evidence): Decision {
  for (const rule of RULES) {
    const found = rule.decide(seen);
    if (found !== null) return found;
  }
  return decision(seen.deciding, "probe_fault", "own_fault", { note: "no rule decided" });
}

/** Outcomes of a first answer after which another handshake may still be tried. */
const OPEN: ReadonlySet<Outcome> = new Set<Outcome>([
  "handshake_refused",
  "timeout",
  "http_error",
  "invalid_mcp",
  "too_large",
  "connect_failure",
  "access_denied",
]);

/**
 * Whether an answer settles the probe so that no other handshake is tried after it: sign-in, limits, blocks, prices,
 * target rules and names say nothing about the era, and asking again would not be polite.
 */
export function settles(answer: Exchange, url: string, nowMs: number): boolean {
  const alone = { deciding: answer, opened: false, measured: [answer], leftOpen: false, url, nowMs };
  const { outcome } = decide(alone);
  if (outcome === "connect_failure")
    return answer.reply.kind === "failure" && !answer.reply.failure.retryable;
  if (outcome === "access_denied") return answer.status !== 403;
  return !OPEN.has(outcome);
}
