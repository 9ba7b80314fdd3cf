/** A fastmcp server over streamable HTTP: `node fastmcp.ts NAME [stateless]`. */
import { FastMCP } from "fastmcp";
import { z } from "zod";
import { SDK_TOOLS, sdkToolAnswer } from "../../wire/sdk-tools.ts";

const [name = "fastmcp", mode] = process.argv.slice(2);
const server = new FastMCP({ name, version: "1.0.0" });
for (const { name: toolName, config } of SDK_TOOLS) {
  server.addTool({
    name: toolName,
    description: config.description,
    parameters: z.object(config.inputSchema),
    annotations: { title: config.title, ...config.annotations },
    execute: async () => sdkToolAnswer(),
  });
}
await server.start({
  transportType: "httpStream",
  httpStream: { host: "127.0.0.1", port: 8080, stateless: mode === "stateless" },
});
