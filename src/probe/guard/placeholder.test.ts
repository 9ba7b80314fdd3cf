import { describe, expect, it } from "vitest";
import { findPlaceholder } from "./placeholder.ts";

describe("findPlaceholder", () => {
  it.each([
    ["https://mcp.{tenant}.example/mcp", "{tenant}"],
    ["https://{HOST}/mcp", "{HOST}"],
    ["{baseUrl}/mcp", "{baseUrl}"],
    ["https://a.example/mcp?key=${API_KEY}", "{API_KEY}"],
    ["https://a.example/{{id}}/mcp", "{id}"],
    ["https://a.example/{}/mcp", "{}"],
    ["https://a.example/[TOKEN]/mcp", "[TOKEN]"],
    ["https://[your-host]/mcp", "[your-host]"],
    ["https://a.example/<id>/mcp", "<id>"],
    ["https://<your-workspace>.example/mcp", "<your-workspace>"],
    ["https://a.example/%7Btenant%7D/mcp", "%7Btenant%7D"],
    ["https://a.example/%3cid%3e/mcp", "%3cid%3e"],
    ["https://a.example/%5BTOKEN%5D/mcp", "%5BTOKEN%5D"],
  ])("finds the placeholder of %s before any parser does", (url, placeholder) => {
    expect(findPlaceholder(url)).toBe(placeholder);
  });

  it.each([
    "https://a.example/mcp",
    "https://[2606:4700::1111]/mcp",
    "https://[::1]:8443/mcp",
    "https://a.example/mcp?filter[name]=x",
    "https://a.example/mcp?filter%5Bname%5D=x",
    "https://a.example/mcp?ids[]=1",
    "https://a.example/@scope/name/mcp",
    "https://a.example/mcp?q=%7B%22a%22%3A1%7D",
    "https://your-gateway.example.com/t/your-org/mcp/sse",
  ])("takes %s as it stands", (url) => {
    expect(findPlaceholder(url)).toBeNull();
  });
});
