import type { Member } from "./member.ts";
import type { MemberName } from "./expected.ts";
import { BOT_PROTECTION_MEMBERS } from "./members/bot-protection.ts";
import { EVERYTHING_MEMBERS } from "./members/everything.ts";
import { GATE_MEMBERS } from "./members/gates.ts";
import { HOSTILE_BODY_MEMBERS } from "./members/hostile-bodies.ts";
import { HOSTILE_CONNECTION_MEMBERS } from "./members/hostile-connections.ts";
import { HOSTILE_STREAM_MEMBERS } from "./members/hostile-streams.ts";
import { HOSTILE_TEXT_MEMBERS } from "./members/hostile-texts.ts";
import { HTTP_SSE_MEMBERS } from "./members/http-sse.ts";
import { HTTP_MEMBERS } from "./members/http.ts";
import { LISTED_ONLY_MEMBERS } from "./members/listed-only.ts";
import { OAUTH_MEMBERS } from "./members/oauth.ts";
import { OTHER_AUTHORS_MEMBERS } from "./members/other-authors.ts";
import { QUIRK_BODY_MEMBERS } from "./members/quirk-bodies.ts";
import { QUIRK_DISCOVER_MEMBERS } from "./members/quirk-discover.ts";
import { QUIRK_HANDSHAKE_MEMBERS } from "./members/quirk-handshake.ts";
import { QUIRK_LIST_MEMBERS } from "./members/quirk-lists.ts";
import { QUIRK_REDIRECT_MEMBERS } from "./members/quirk-redirects.ts";
import { QUIRK_STREAM_MEMBERS } from "./members/quirk-streams.ts";
import { SDK_V1_MEMBERS } from "./members/sdk-v1.ts";
import { SDK_V2_MEMBERS } from "./members/sdk-v2.ts";
import { SILENT_MEMBERS } from "./members/silent.ts";
import { TLS_MEMBERS } from "./members/tls.ts";

/** Every member, in the order of addresses. A new family goes to the end, so that the others keep their address. */
export const ROSTER: readonly Member[] = [
  ...SDK_V2_MEMBERS,
  ...SDK_V1_MEMBERS,
  ...EVERYTHING_MEMBERS,
  ...OTHER_AUTHORS_MEMBERS,
  ...OAUTH_MEMBERS,
  ...HTTP_MEMBERS,
  ...SILENT_MEMBERS,
  ...GATE_MEMBERS,
  ...BOT_PROTECTION_MEMBERS,
  ...QUIRK_STREAM_MEMBERS,
  ...QUIRK_BODY_MEMBERS,
  ...QUIRK_DISCOVER_MEMBERS,
  ...QUIRK_HANDSHAKE_MEMBERS,
  ...QUIRK_LIST_MEMBERS,
  ...QUIRK_REDIRECT_MEMBERS,
  ...HTTP_SSE_MEMBERS,
  ...HOSTILE_STREAM_MEMBERS,
  ...HOSTILE_BODY_MEMBERS,
  ...HOSTILE_CONNECTION_MEMBERS,
  ...HOSTILE_TEXT_MEMBERS,
  ...TLS_MEMBERS,
  ...LISTED_ONLY_MEMBERS,
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
