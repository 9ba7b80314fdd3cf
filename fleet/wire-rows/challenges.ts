import type { WireRow } from "../wire.test.ts";

const none = (header: string) => new RegExp(`^(?![^]*\\r\\n${header}:)`, "i");
const NO_CHALLENGE = none("www-authenticate");
const BEARER =
  /www-authenticate: Bearer realm="mcp", resource_metadata="http:\/\/[^"]+\/\.well-known\/oauth-protected-resource\/mcp"/i;
const ORDINARY = ["HTTP/1.1 200 ", '"protocolVersion":"2025-11-25"'];

/** Who asks to sign in, where and how. */
export const CHALLENGES: readonly WireRow[] = [
  ["oauth-401", "initialize", ["HTTP/1.1 401 ", BEARER]],
  ["oauth-no-challenge", "initialize", ["HTTP/1.1 401 ", NO_CHALLENGE]],
  ["oauth-root-metadata", "initialize", ["HTTP/1.1 401 ", NO_CHALLENGE]],
  ["oauth-2025-03-26", "initialize", ["HTTP/1.1 401 ", /www-authenticate: Bearer\r\n/i]],
  [
    "oauth-two-metadata-params",
    "initialize",
    [/resource_metadata="[^"]+\/gone".*resource_metadata="[^"]+\/mcp"/],
  ],
  [
    "oauth-several-challenges",
    "initialize",
    [/www-authenticate: Basic realm="a, b", Bearer /i, /www-authenticate: DPoP /i],
  ],
  [
    "oauth-odd-challenge",
    "initialize",
    [String.raw`bearer realm = "say \"hi\"" , scope=mcp , resource_metadata = "`],
  ],
  ["oauth-metadata-inside", "initialize", ['resource_metadata="http://169.254.169.254/latest/meta-data"']],
  ["api-key-401", "initialize", ["HTTP/1.1 401 ", NO_CHALLENGE]],
  ["basic-401", "initialize", ["HTTP/1.1 401 ", /www-authenticate: Basic realm="practice"/i]],
  [
    "quirk-remapped-challenge",
    "initialize",
    ["HTTP/1.1 403 ", NO_CHALLENGE, /x-amzn-remapped-www-authenticate: Bearer/i],
  ],
  ["quirk-403-with-challenge", "initialize", ["HTTP/1.1 403 ", 'error="insufficient_scope"']],
  ["quirk-auth-in-200", "initialize", ["HTTP/1.1 200 ", '"code":-32001', "Unauthorized"]],
  ["quirk-403-unauthorised-jsonrpc", "initialize", ["HTTP/1.1 403 ", '"code":-32001', NO_CHALLENGE]],
  ["auth-at-list", "initialize", ORDINARY],
  ["auth-at-list", "list", ["HTTP/1.1 401 "]],
  ["auth-at-list-in-200", "initialize", ORDINARY],
  ["auth-at-list-in-200", "list", ["HTTP/1.1 200 ", '"code":-32001']],
  ["quirk-401-initialize-only", "initialize", ["HTTP/1.1 401 "]],
  ["quirk-401-initialize-only", "list", ["HTTP/1.1 200 ", '"tools":[']],
  ["quirk-open-with-documents", "initialize", ORDINARY],
  ["quirk-user-agent-403", "initialize", ORDINARY],
  ["hostile-set-cookie", "initialize", [...ORDINARY, "set-cookie: tracking=1"]],
  ["hostile-giant-challenge", "initialize", ["HTTP/1.1 401 ", /www-authenticate: Bearer p0=.{8000}/i]],
];
