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
  stateless("sdk-v1-stateless", "official SDK v1 with express, no session, event streams", false),
  stateless("sdk-v1-stateless-json", "official SDK v1 with express, no session, plain JSON", true),
  {
    name: "sdk-v1-oauth",
    description: "official SDK v1 behind its own bearer check and metadata router",
    async start(site) {
      const app = await expressApp();
      const [{ requireBearerAuth }, { mcpAuthMetadataRouter }] = await Promise.all([
        import("@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js"),
        metadataRouterWithoutTls(),
      ]);
      const running = await serve(site, (request, response) => app(request, response));
      const { origin } = new URL(running.url);
      const oauthMetadata = {
        issuer: `${origin}/`,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
      };
      app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl: new URL(running.url) }));
      app.use(
        requireBearerAuth({
          verifier: { verifyAccessToken: nobodyHasAToken },
          resourceMetadataUrl: `${origin}/.well-known/oauth-protected-resource/mcp`,
        }),
      );
      return running;
    },
  },
];

function stateless(name: Member["name"], description: string, enableJsonResponse: boolean): Member {
  return {
    name,
    description,
    async start(site) {
      const app = await expressApp();
      app.post("/mcp", await statelessHandler(name, enableJsonResponse));
      app.all("/mcp", (_request, response) => refuse(response, 405, -32000, "Method not allowed."));
      return serve(site, app);
    },
  };
}

/** The router takes an issuer without TLS only with this switch, read when it is loaded, and warns of it there. */
async function metadataRouterWithoutTls() {
  const { warn } = console;
  console.warn = () => {};
  process.env["MCP_DANGEROUSLY_ALLOW_INSECURE_ISSUER_URL"] = "true";
  try {
    return await import("@modelcontextprotocol/sdk/server/auth/router.js");
  } finally {
    console.warn = warn;
  }
}

function nobodyHasAToken(): Promise<never> {
  return Promise.reject(new Error("nobody has a token"));
}

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

/** The SDK's own stateless example: a server and a transport for every request. */
async function statelessHandler(name: string, enableJsonResponse: boolean) {
  const { StreamableHTTPServerTransport: Transport } =
    await import("@modelcontextprotocol/sdk/server/streamableHttp.js");
  const newServer = await sdkV1Factory(name);
  return async (request: ExpressRequest, response: ServerResponse) => {
    const transport = new Transport({ enableJsonResponse });
    const server = newServer();
    response.on("close", () => void server.close());
    await server.connect(transport);
    return transport.handleRequest(request, response, request.body);
  };
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null }));
}
