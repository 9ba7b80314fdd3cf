import type { EndpointMemory } from "../../src/probe/memory.ts";
import { freshMemory } from "../../src/probe/memory.ts";
import { knownHandshake, knownStateless } from "../../src/probe/testing/visit-scripted.ts";
import type { Case } from "./answer-spec.ts";

/** What we remember before the visit. */
export const MEMORIES: Readonly<Record<Case["memory"], () => EndpointMemory>> = {
  fresh: freshMemory,
  stateless: () => knownStateless(),
  handshake: () => knownHandshake(),
  stream: () => knownHandshake({ transport: "http+sse", revision: "2024-11-05" }),
  due: () => ({ ...freshMemory(), era: "handshake", revision: "2025-06-18", transport: "streamable-http" }),
};
