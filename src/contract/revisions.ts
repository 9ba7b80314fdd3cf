/** Revisions of the handshake era that we speak, newest first. */
export const HANDSHAKE_REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** Revisions of the stateless era that we speak, newest first. */
export const STATELESS_REVISIONS = ["2026-07-28"] as const;

/** Every revision that we speak, oldest first. */
export const SPOKEN_REVISIONS: readonly string[] = [
  ...STATELESS_REVISIONS,
  ...HANDSHAKE_REVISIONS,
].toReversed();
