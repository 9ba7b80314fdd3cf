import type { X509Certificate } from "node:crypto";
import type { ErrorCode } from "../../contract/observation.ts";
import type { DoorFailure } from "../door.ts";
import { failure } from "../failure.ts";
import { codeOf, socketReason } from "./socket-reason.ts";

/** OpenSSL's verdicts, as Node names them, in our words. */
const VERDICTS: Readonly<Record<string, ErrorCode>> = {
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_not_yet_valid",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_untrusted",
  CERT_UNTRUSTED: "tls_untrusted",
  CERT_REJECTED: "tls_untrusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_name_mismatch",
  HOSTNAME_MISMATCH: "tls_name_mismatch",
  CERT_REVOKED: "tls_invalid",
  CERT_SIGNATURE_FAILURE: "tls_invalid",
  CERT_CHAIN_TOO_LONG: "tls_invalid",
  PATH_LENGTH_EXCEEDED: "tls_invalid",
  INVALID_CA: "tls_invalid",
  INVALID_PURPOSE: "tls_invalid",
  ERROR_IN_CERT_NOT_BEFORE_FIELD: "tls_invalid",
  ERROR_IN_CERT_NOT_AFTER_FIELD: "tls_invalid",
};

const ISSUER_MISSING = new Set([
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** True when the server's chain ends before a root that we know: it may be completed. */
export const issuerMissing = (error: unknown): boolean => ISSUER_MISSING.has(codeOf(error));

/**
 * What a failed TLS connection means. `leaf` is the server's certificate where one came: without an issuer's address
 * in it (AIA, which every public authority writes) the missing issuer is a private one, hence `tls_untrusted`; with
 * one, an intermediate is missing that our list does not hold, and that is our fault (METHOD.md section 3).
 */
export function tlsReason(error: unknown, leaf: X509Certificate | undefined): DoorFailure {
  const code = codeOf(error);
  const verdict = VERDICTS[code];
  if (verdict) return failure("tls_failure", verdict);
  if (issuerMissing(error)) {
    return leaf?.infoAccess?.includes("CA Issuers")
      ? failure("probe_fault", "tls_incomplete_chain", "the missing intermediate is not in our list")
      : failure("tls_failure", "tls_untrusted");
  }
  const reason = socketReason(error);
  // Whatever ends a handshake is a TLS failure (METHOD.md section 3); a reset in it is still worth one retry.
  return failure("tls_failure", "tls_handshake", code.slice(0, 60), { retryable: reason.retryable });
}
