import type { Reply } from "./wire/reply.ts";

/** Numbers of HTTP that servers put into JSON-RPC errors. */
const CODES = [401, -32401];

/** Words of a JSON-RPC error that ask for sign-in (METHOD.md section 3, the unauthorised table). */
export const UNAUTHORISED_WORDS: readonly RegExp[] = [
  /\bun-?authori[sz]ed\b/i,
  /\bunauthenticated\b|\bnot (?:authenticated|authori[sz]ed)\b/i,
  /\bauthentication (?:is )?(?:required|failed|needed)\b|\brequires? authenti?cation\b|\bauthori[sz]ation (?:is )?required\b/i,
  /\b(?:missing|invalid|no|required?|provide|expired|without)\b.{0,40}\b(?:api[ _-]?key|access[ _-]?token|bearer|auth(?:entication|orization)?[ _-]?(?:token|header)|credentials?)\b/i,
  /\b(?:api[ _-]?key|access[ _-]?token|bearer token|credentials?)\b.{0,30}\b(?:missing|invalid|required|expired|not (?:provided|found|set))\b/i,
  /\b(?:please|must|need to) (?:log|sign) ?in\b|\b(?:log|sign)-?in (?:is )?required\b/i,
];

/** Whether a JSON-RPC error says that nobody is let in without signing in. */
export function isUnauthorised(reply: Reply): boolean {
  if (reply.kind !== "error") return false;
  const { code, message } = reply.error;
  return (code !== null && CODES.includes(code)) || UNAUTHORISED_WORDS.some((words) => words.test(message));
}
