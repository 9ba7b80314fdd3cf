import type { Member } from "./member.ts";
import type { MemberName } from "./expected.ts";
import { EVERYTHING_MEMBERS } from "./members/everything.ts";
import { HTTP_MEMBERS } from "./members/http.ts";
import { OAUTH_MEMBERS } from "./members/oauth.ts";
import { SDK_V1_MEMBERS } from "./members/sdk-v1.ts";
import { SDK_V2_MEMBERS } from "./members/sdk-v2.ts";
import { SILENT_MEMBERS } from "./members/silent.ts";

/** Every member, in the order of addresses. A new family goes to the end, so that the others keep their address. */
export const ROSTER: readonly Member[] = [
  ...SDK_V2_MEMBERS,
  ...SDK_V1_MEMBERS,
  ...EVERYTHING_MEMBERS,
  ...OAUTH_MEMBERS,
  ...HTTP_MEMBERS,
  ...SILENT_MEMBERS,
];

const BASIC: ReadonlySet<MemberName> = new Set([
  "sdk-v2-dual",
  "sdk-v1-stateful",
  "everything",
  "oauth-401",
  "status-500",
  "hang",
  "html-instead",
  "reset",
]);

export const FLEET_SETS = ["basic", "all"] as const;
export type FleetSet = (typeof FLEET_SETS)[number];

/** The members of a set, or those named, whatever their set. Throws on a name that nobody has. */
export function choose(set: FleetSet, only: readonly string[] | null): readonly Member[] {
  if (only !== null) {
    return only.map((name) => {
      const member = ROSTER.find((candidate) => candidate.name === name);
      if (member === undefined) throw new Error(`no fleet member is named ${JSON.stringify(name)}`);
      return member;
    });
  }
  return set === "all" ? ROSTER : ROSTER.filter(({ name }) => BASIC.has(name));
}
