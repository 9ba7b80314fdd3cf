import type { FleetMember } from "../fleet.ts";
import type { Zone } from "./doh.ts";

const SUFFIX = "fleet.test";

/**
 * The names that exist in practice: every member under `<name>.fleet.test`, and a few for the rules about addresses
 * and opt-outs. Nothing else exists.
 */
export function practiceZone(members: readonly FleetMember[]): Zone {
  const names = new Map<string, { A?: string[]; AAAA?: string[]; TXT?: string[] }>();
  for (const { name, host } of members) {
    if (/^[\d.]+$/.test(host)) names.set(`${name}.${SUFFIX}`, { A: [host] });
  }
  names.set(`_plumbline.optout.${SUFFIX}`, { TXT: ["optout"] });
  names.set(`optout.${SUFFIX}`, { A: ["127.0.0.1"] });
  names.set(`_plumbline.slower.${SUFFIX}`, { TXT: ["interval=3600"] });
  names.set(`slower.${SUFFIX}`, { A: ["127.0.0.1"] });
  names.set(`no-address.${SUFFIX}`, {});
  names.set(`private.${SUFFIX}`, { A: ["10.0.0.1"] });
  names.set(`mixed.${SUFFIX}`, { A: ["127.0.0.1", "10.0.0.1"] });
  names.set(`metadata.${SUFFIX}`, { A: ["169.254.169.254"] });
  names.set(`six-only.${SUFFIX}`, { AAAA: ["::1"] });
  names.set(`mapped.${SUFFIX}`, { AAAA: ["::ffff:10.0.0.1"] });
  return {
    names,
    broken: new Set([`servfail.${SUFFIX}`]),
    silent: new Set([`silent.${SUFFIX}`]),
  };
}
