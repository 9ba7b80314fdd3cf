import { z } from "zod";

/** A tool as the two official SDKs take it; both share this shape. */
export interface SdkTool {
  readonly name: string;
  readonly config: {
    readonly title: string;
    readonly description: string;
    readonly inputSchema: Record<string, z.ZodType>;
    readonly annotations: { readonly readOnlyHint: boolean; readonly openWorldHint: boolean };
  };
}

/** Three read-only tools for servers built on somebody's SDK. */
export const SDK_TOOLS: readonly SdkTool[] = [
  tool("find_city", "Find a city", "Looks up one city by its name and returns where it is.", {
    name: z.string().describe("Name of the city."),
    country: z.string().optional().describe("Two-letter country code."),
  }),
  tool("measure_distance", "Measure a distance", "Returns the distance between two cities in kilometres.", {
    from: z.string().describe("Name of the first city."),
    to: z.string().describe("Name of the second city."),
  }),
  tool("list_countries", "List the countries", "Returns every country that has at least one city.", {
    limit: z.number().int().optional().describe("Most countries to return."),
  }),
];

/** What every one of them answers; a probe never asks. */
export function sdkToolAnswer(): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: "practice" }] };
}

/** Makes servers of the official SDK, version 2, with the practice tools. */
export async function sdkV2Factory(name: string) {
  const { McpServer } = await import("@modelcontextprotocol/server");
  return () => {
    const server = new McpServer({ name, version: "1.0.0" });
    for (const { name: toolName, config } of SDK_TOOLS) {
      server.registerTool(toolName, { ...config, inputSchema: z.object(config.inputSchema) }, sdkToolAnswer);
    }
    return server;
  };
}

/** Makes servers of the official SDK, version 1, with the practice tools. */
export async function sdkV1Factory(name: string) {
  const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
  return () => {
    const server = new McpServer({ name, version: "1.0.0" });
    for (const { name: toolName, config } of SDK_TOOLS) server.registerTool(toolName, config, sdkToolAnswer);
    return server;
  };
}

function tool(
  name: string,
  title: string,
  description: string,
  inputSchema: Record<string, z.ZodType>,
): SdkTool {
  return {
    name,
    config: { title, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } },
  };
}
