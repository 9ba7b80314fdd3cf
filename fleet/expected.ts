import type { Expected } from "./member.ts";

const REFUSED = { era: null, revision: null, tool_count: null } as const;
const STATELESS = { outcome: "up", era: "stateless", revision: "2026-07-28", plain_requests: 2 } as const;
const HANDSHAKE = { outcome: "up", era: "handshake", revision: "2025-11-25", plain_requests: 3 } as const;

/** What a correct probe finds at each member, by name (METHOD.md sections 1–3). Kept by hand: it is the promise. */
export const EXPECTED = {
  "sdk-v2-dual": { ...STATELESS, tool_count: 3 },
  "sdk-v1-stateful": { ...HANDSHAKE, tool_count: 3 },
  everything: { ...HANDSHAKE, tool_count: 13 },
  "oauth-401": { ...REFUSED, outcome: "auth_required", http_status: 401, auth_kind: "oauth" },
  "status-500": { ...REFUSED, outcome: "http_error", http_status: 500 },
  hang: { ...REFUSED, outcome: "timeout" },
  "html-instead": { ...REFUSED, outcome: "invalid_mcp", error: "html_instead_of_mcp" },
  reset: { ...REFUSED, outcome: "connect_failure" },
} as const satisfies Record<string, Expected>;

/** Name of a member of the practice fleet. */
export type MemberName = keyof typeof EXPECTED;
