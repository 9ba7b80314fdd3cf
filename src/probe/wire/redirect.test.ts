import { expect, test } from "vitest";
import { redirectTarget } from "./redirect.ts";

const ROWS: readonly (readonly [from: string, status: number, location: string | null, to: string | null])[] =
  [
    ["https://a.example/mcp", 307, "/mcp/", "https://a.example/mcp/"],
    ["https://a.example/mcp", 308, "https://a.example/other#part", "https://a.example/other"],
    ["https://a.example/mcp", 308, "https://a.example:8443/mcp", "https://a.example:8443/mcp"],
    ["http://a.example/mcp", 308, "https://a.example/mcp", "https://a.example/mcp"],
    ["http://a.example/mcp", 307, "/mcp/", "http://a.example/mcp/"],
    ["https://a.example/mcp", 307, "http://a.example/mcp", null],
    ["http://a.example/mcp", 307, "http://a.example:8080/mcp", null],
    ["https://a.example/mcp", 307, "https://b.example/mcp", null],
    ["https://a.example/mcp", 307, "https://user:pass@a.example/mcp", null],
    ["https://a.example/mcp", 307, "file:///etc/passwd", null],
    ["https://a.example/mcp", 307, "https://", null],
    ["https://a.example/mcp", 307, null, null],
    ["https://a.example/mcp", 301, "/mcp/", null],
    ["https://a.example/mcp", 302, "/mcp/", null],
    ["https://a.example/mcp", 303, "/mcp/", null],
  ];

test.for(ROWS)("%s answered %i to %s leads to %s", ([from, status, location, to]) => {
  const headers = location === null ? [] : [["location", location] as const];
  expect(redirectTarget(from, { status, headers })).toBe(to);
});
