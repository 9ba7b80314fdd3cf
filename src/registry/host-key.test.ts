import { expect, it } from "vitest";
import { hostKey } from "./host-key.ts";

const key = (url: string, ALLOW_LOOPBACK_TARGETS = false) => hostKey(url, { ALLOW_LOOPBACK_TARGETS });

it.each([
  ["https://mcp.example.com/a", "mcp.example.com"],
  ["https://MCP.Example.com:8443/b", "mcp.example.com"],
  ["https://mcp.example.com./c", "mcp.example.com"],
  ["https://exa mple/", "unparsable.invalid"],
])("the host of %s is %s: one limit for every way to write a name", (url, host) => {
  expect(key(url)).toBe(host);
});

it("where loopback is admitted, a shared address is a host per port, and an own address is not", () => {
  expect(key("http://127.0.0.1:9000/", true)).toBe("127.0.0.1:9000");
  expect(key("http://127.0.0.9:9000/", true)).toBe("127.0.0.9");
});
