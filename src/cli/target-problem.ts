import { addressProblem, isLoopback } from "../probe/guard/address-problem.ts";
import { parseIpAddress } from "../probe/guard/ip-address.ts";
import { parseTarget } from "../probe/guard/target.ts";
import { CODE_ADVICE } from "../check/advice.ts";

/**
 * Why no visit could ever reach a URL: an error of the command line. Null where one may; what a name resolves to is a
 * finding of the visit. A sentence without its full stop that never repeats the URL, which may hold a secret.
 */
export function targetProblem(url: string, allowLoopback: boolean): string | null {
  const parsed = parseTarget(url);
  if (!parsed.ok) {
    const { code, note } = parsed.error.error;
    const advice = (CODE_ADVICE[code] ?? code).replace(/\.$/, "");
    return note === "" ? advice : `${advice}. Found: ${note}`;
  }
  const { host } = parsed.value;
  const address = parseIpAddress(host === "localhost" ? "127.0.0.1" : host);
  const problem = address && addressProblem(address, allowLoopback);
  if (!problem) return null;
  const hint = isLoopback(address) ? "; --allow-loopback admits this machine" : "";
  return `not a public address (${problem})${hint}`;
}
