import type { Member } from "../member.ts";
import { gated } from "../wire/gated.ts";

/** Endpoints behind OAuth, with their public documents in every state. */
export const OAUTH_MEMBERS: readonly Member[] = [
  gated({
    name: "oauth-401",
    description: "401 whose challenge names the protected-resource metadata; both documents are in order",
  }),
];
