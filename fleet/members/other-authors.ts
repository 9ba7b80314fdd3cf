import { startProgram } from "../child/program.ts";
import type { Member } from "../member.ts";
import { serve } from "../network/serve.ts";
import { practiceTools } from "../wire/tools.ts";
import { sdkToolAnswer, sdkV1Factory } from "../wire/sdk-tools.ts";

const FASTMCP = new URL("../child/programs/fastmcp.ts", import.meta.url).href;
const STDIO = new URL("../child/programs/stdio.ts", import.meta.url).pathname;
const MCP_PROXY = import.meta.resolve("mcp-proxy").replace(/dist\/.*$/, "dist/bin/mcp-proxy.mjs");

/** Servers made with the libraries of other authors, as their documentation shows them. */
export const OTHER_AUTHORS_MEMBERS: readonly Member[] = [
  {
    name: "fastmcp",
    description:
      "fastmcp (TypeScript): handshake era, event streams that open with a priming event, sessions",
    start: (site) => startProgram(site, { file: FASTMCP, args: ["fastmcp"], path: "/mcp" }),
  },
  {
    name: "fastmcp-stateless",
    description: "fastmcp (TypeScript) without sessions",
    start: (site) =>
      startProgram(site, { file: FASTMCP, args: ["fastmcp-stateless", "stateless"], path: "/mcp" }),
  },
  mcpLite("mcp-lite", "mcp-lite without sessions: answers every handshake with revision 2025-03-26", false),
  mcpLite("mcp-lite-sessions", "mcp-lite with sessions: takes any session id, even one that has ended", true),
  {
    name: "hono-mcp",
    description: "@hono/mcp with the one shared server of its README: 404 to discover, 202 with a body",
    async start(site) {
      const { Hono } = await import("hono");
      const { StreamableHTTPTransport } = await import("@hono/mcp");
      const { getRequestListener } = await import("@hono/node-server");
      const transport = new StreamableHTTPTransport();
      const server = (await sdkV1Factory("hono-mcp"))();
      const app = new Hono();
      app.all("/mcp", async (context) => {
        if (!server.isConnected()) await server.connect(transport);
        return (await transport.handleRequest(context)) ?? context.body(null);
      });
      return serve(site, getRequestListener(app.fetch));
    },
  },
  {
    name: "mcp-proxy",
    description: "mcp-proxy in front of a server on standard input and output: both eras, sessions",
    start: (site) =>
      startProgram(site, {
        file: MCP_PROXY,
        args: ["--port", "8080", process.execPath, STDIO],
        path: "/mcp",
      }),
  },
  {
    name: "mcp-proxy-sse",
    description: "mcp-proxy offering only the deprecated HTTP+SSE transport",
    start: (site) =>
      startProgram(site, {
        file: MCP_PROXY,
        args: ["--server", "sse", "--port", "8080", process.execPath, STDIO],
        path: "/sse",
      }),
  },
];

function mcpLite(name: Member["name"], description: string, sessions: boolean): Member {
  return {
    name,
    description,
    async start(site) {
      const { InMemorySessionAdapter, McpServer, StreamableHttpTransport } = await import("mcp-lite");
      const { getRequestListener } = await import("@hono/node-server");
      const server = new McpServer({ name, version: "1.0.0" });
      for (const { name: tool, description: text, inputSchema } of practiceTools()) {
        server.tool(tool, { description: text ?? "", inputSchema, handler: sdkToolAnswer });
      }
      const options = sessions
        ? { sessionAdapter: new InMemorySessionAdapter({ maxEventBufferSize: 64 }) }
        : {};
      const handle = new StreamableHttpTransport(options).bind(server);
      return serve(
        site,
        getRequestListener((request) => handle(request)),
      );
    },
  };
}
