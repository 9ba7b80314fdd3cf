import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Member } from "../member.ts";
import { serve } from "../network/serve.ts";
import { sdkV1Factory } from "../wire/sdk-tools.ts";

/** Servers made with the official TypeScript SDK, version 1, under express. */
export const SDK_V1_MEMBERS: readonly Member[] = [
  {
    name: "sdk-v1-stateful",
    description: "official SDK v1 with express: a session for every initialize, ended by DELETE",
    async start(site) {
      const app = await expressApp();
      app.all("/mcp", await statefulHandler("sdk-v1-stateful"));
      return serve(site, app);
    },
  },
];

async function expressApp() {
  const { default: express } = await import("express");
  const app = express();
  app.use(express.json());
  return app;
}

type ExpressRequest = IncomingMessage & { body?: unknown };

/** The wiring of the SDK's own example: one transport a session, kept until it closes. */
async function statefulHandler(name: string) {
  const { StreamableHTTPServerTransport: Transport } =
    await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const { isInitializeRequest } = await import("@modelcontextprotocol/sdk/types.js");
  const newServer = await sdkV1Factory(name);
  const transports = new Map<string, StreamableHTTPServerTransport>();

  return async (request: ExpressRequest, response: ServerResponse) => {
    const asked = request.headers["mcp-session-id"];
    let transport = typeof asked === "string" ? transports.get(asked) : undefined;
    if (asked !== undefined && transport === undefined) {
      return refuse(response, 404, -32001, "Session not found");
    }
    if (transport === undefined) {
      if (!isInitializeRequest(request.body)) {
        return refuse(response, 400, -32000, "Bad Request: Server not initialized");
      }
      const fresh = new Transport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => void transports.set(id, fresh),
        onsessionclosed: (id) => void transports.delete(id),
      });
      await newServer().connect(fresh);
      transport = fresh;
    }
    return transport.handleRequest(request, response, request.body);
  };
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}
