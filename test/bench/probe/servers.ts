import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { McpServer, createMcpHandler } from "@modelcontextprotocol/server";
import express from "express";
import { z } from "zod";

/** The servers of the benchmark, each with 20 tools of 5 documented properties. Prints its URLs, ends with its parent. */
const TOOLS = 20;
const PROPERTIES = 5;

const inputSchema = Object.fromEntries(
  Array.from({ length: PROPERTIES }, (_, index) => [
    `property_${index}`,
    z.string().describe(`Property ${index}: what this value means and which forms of it are accepted.`),
  ]),
);
const tools = Array.from({ length: TOOLS }, (_, index) => ({
  name: `tool_${index}`,
  config: {
    title: `Tool ${index}`,
    description: `Does the work of tool number ${index} and returns what came of it, in one paragraph of plain text.`,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
}));
const toolAnswer = () => ({ content: [{ type: "text" as const, text: "never asked" }] });

function newServerV2(): McpServer {
  const server = new McpServer({ name: "bench-v2", version: "1.0.0" });
  for (const { name, config } of tools)
    server.registerTool(name, { ...config, inputSchema: z.object(inputSchema) }, toolAnswer);
  return server;
}

function newServerV1(): McpServerV1 {
  const server = new McpServerV1({ name: "bench-v1", version: "1.0.0" });
  for (const { name, config } of tools) server.registerTool(name, { ...config, inputSchema }, toolAnswer);
  return server;
}

/** The wiring of the SDK's own example: a transport for every session, kept until its DELETE. */
function statefulApp(): RequestListener {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const answer = async (request: AppRequest, response: ServerResponse): Promise<void> => {
    const asked = request.headers["mcp-session-id"];
    const known = typeof asked === "string" ? transports.get(asked) : undefined;
    if (known !== undefined) return known.handleRequest(request, response, request.body);
    if (!isInitializeRequest(request.body)) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(
        '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Bad Request: Server not initialized"}}',
      );
      return undefined;
    }
    const fresh = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void transports.set(id, fresh),
      onsessionclosed: (id) => void transports.delete(id),
    });
    await newServerV1().connect(fresh);
    return fresh.handleRequest(request, response, request.body);
  };
  const app = express();
  app.use(express.json());
  app.all("/mcp", (request: AppRequest, response: ServerResponse) => {
    void answer(request, response);
  });
  return app;
}

type AppRequest = IncomingMessage & { body?: unknown };

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const stateless = await listen(toNodeHandler(createMcpHandler(newServerV2)) as RequestListener);
const handshake = await listen(statefulApp());
process.send?.({ stateless, handshake });
process.once("disconnect", () => process.exit());
