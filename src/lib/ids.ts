import { createHash, hash } from "node:crypto";

/** SHA-256 of UTF-8 text, lower-case hex. */
export const sha256Hex = (text: string | Uint8Array): string => hash("sha256", text, "hex");

/** First 32 bits of SHA-256 of UTF-8 text as an unsigned integer (the grid's phase, METHOD.md section 4). */
export const hash32 = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE(0);

/** Endpoint id: `e_` and the first 20 hex digits of SHA-256 of the normalised URL. */
export const endpointId = (normalisedUrl: string): string => `e_${sha256Hex(normalisedUrl).slice(0, 20)}`;
