import { expect, test } from "vitest";
import { serverListings } from "./server-listings.ts";

const names = (...urls: string[]) => serverListings(urls).map(({ name }) => name);

test("a server is named by its host and path, without its query", () => {
  expect(names("https://A.example/mcp/?key=secret", "http://b.example:8080/")).toEqual([
    "a.example/mcp",
    "b.example:8080",
  ]);
});

test("servers of one host and path stand beside each other, under names that do not depend on their order", () => {
  const [one, two] = ["https://a.example/mcp?tenant=1", "https://a.example/mcp?tenant=2"];
  expect(new Set(names(one, two)).size).toBe(2);
  expect(names(two, one)).toEqual(names(one, two).toReversed());
  expect(names(one, two).join()).not.toContain("tenant");
});

test("the same URL twice is one listing", () => {
  expect(serverListings(["https://a.example/mcp", "HTTPS://A.example:443/mcp#x"])).toEqual([
    { name: "a.example/mcp", url: "https://a.example/mcp" },
  ]);
});

test("a name fits into a listing, however long the URL", () => {
  const long = `https://a.example/${"x".repeat(2_000)}`;
  for (const name of names(`${long}?1`, `${long}?2`)) expect(name.length).toBeLessThanOrEqual(200);
});
