/** An MCP server over standard input and output, for gateways; it ends when its input does. */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { sdkV1Factory } from "../../wire/sdk-tools.ts";

const newServer = await sdkV1Factory("stdio");
await newServer().connect(new StdioServerTransport());
process.stdin.on("end", () => process.exit(0)).on("close", () => process.exit(0));
