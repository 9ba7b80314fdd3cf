import type { toNodeHandler } from "@modelcontextprotocol/node";
import type { Member } from "../member.ts";
import { serve } from "../network/serve.ts";
import { sdkV2Factory } from "../wire/sdk-tools.ts";

type NodeRequest = Parameters<ReturnType<typeof toNodeHandler>>[0];
type Legacy = "stateless" | "reject";
type ResponseMode = "auto" | "sse" | "json";

/** Servers made with the official TypeScript SDK, version 2. */
export const SDK_V2_MEMBERS: readonly Member[] = [
  sdkV2("sdk-v2-dual", "official SDK v2, both eras, no session", "stateless", "auto"),
  sdkV2("sdk-v2-strict", "official SDK v2, stateless era only", "reject", "auto"),
  sdkV2("sdk-v2-stream", "official SDK v2, every answer an event stream", "stateless", "sse"),
];

function sdkV2(
  name: Member["name"],
  description: string,
  legacy: Legacy,
  responseMode: ResponseMode,
): Member {
  return {
    name,
    description,
    async start(site) {
      const { createMcpHandler } = await import("@modelcontextprotocol/server");
      const node = await import("@modelcontextprotocol/node");
      const handler = node.toNodeHandler(
        createMcpHandler(await sdkV2Factory(name), { legacy, responseMode }),
      );
      return serve(site, (request, response) => {
        if (request.url?.split("?")[0] === "/mcp") void handler(request as NodeRequest, response);
        else response.writeHead(404).end();
      });
    },
  };
}
