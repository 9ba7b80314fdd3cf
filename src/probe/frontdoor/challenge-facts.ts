import { CHALLENGE_SCHEMES } from "../../contract/front-door.ts";
import type { ChallengeScheme, FrontDoorFlag } from "../../contract/front-door.ts";
import type { DoorResponse } from "../door.ts";
import { CHALLENGE_HEADER, REMAPPED_CHALLENGE_HEADER, headerAll } from "../wire/headers.ts";
import { parseChallenges } from "./challenges.ts";
import type { Challenge } from "./challenges.ts";

/** What a challenged answer's headers say. */
export interface ChallengeFacts {
  readonly present: boolean;
  /** Each once, in wire order. */
  readonly schemes: readonly ChallengeScheme[];
  readonly oauth: boolean;
  /** Values of every `resource_metadata`, each once, in wire order: hostile text, to be asked through the Door only. */
  readonly metadataUrls: readonly string[];
  readonly flags: readonly FrontDoorFlag[];
}

const OAUTH_SCHEMES: ReadonlySet<string> = new Set(["bearer", "dpop"]);

/** Reads the challenges of an answer; `headers` as the Door gave them. */
export function challengeFacts(headers: DoorResponse["headers"]): ChallengeFacts {
  const plain = parseChallenges(headerAll(headers, CHALLENGE_HEADER));
  const remapped = parseChallenges(headerAll(headers, REMAPPED_CHALLENGE_HEADER));
  const challenges = [...plain.challenges, ...remapped.challenges];
  const metadata = challenges.flatMap((challenge) => headerAll(challenge.parameters, "resource_metadata"));
  const metadataUrls = [...new Set(metadata)];
  const flags: FrontDoorFlag[] = [];
  if (challenges.length === 0) flags.push("no_challenge");
  if (remapped.challenges.length > 0) flags.push("remapped_header");
  if (plain.malformed || remapped.malformed) flags.push("malformed_challenge");
  if (plain.singleQuoted || remapped.singleQuoted) flags.push("single_quoted_parameter");
  if (challenges.some(repeatsParameter)) flags.push("duplicate_parameter");
  if (metadataUrls.length > 1) flags.push("several_resource_metadata");
  return {
    present: challenges.length > 0,
    schemes: [...new Set(challenges.map(({ scheme }) => knownScheme(scheme)))],
    oauth: metadata.length > 0 || challenges.some(({ scheme }) => OAUTH_SCHEMES.has(scheme)),
    metadataUrls,
    flags,
  };
}

const knownScheme = (scheme: string): ChallengeScheme =>
  CHALLENGE_SCHEMES.find((known) => known === scheme) ?? "other";

const repeatsParameter = ({ parameters }: Challenge): boolean =>
  new Set(parameters.map(([name]) => name)).size < parameters.length;
