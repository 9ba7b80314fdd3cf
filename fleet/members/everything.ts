import { startProgram } from "../child/program.ts";
import type { Member } from "../member.ts";

const PROGRAM = import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js");

/** The protocol's own reference server, as published. */
export const EVERYTHING_MEMBERS: readonly Member[] = [
  {
    name: "everything",
    description: "the reference server of the protocol's authors, streamable HTTP with sessions",
    start: (site) => startProgram(site, { file: PROGRAM, args: ["streamableHttp"], path: "/mcp" }),
  },
  {
    name: "everything-sse",
    description:
      "the reference server over the deprecated HTTP+SSE transport; a notification comes before the list",
    start: (site) => startProgram(site, { file: PROGRAM, args: ["sse"], path: "/sse" }),
  },
];
