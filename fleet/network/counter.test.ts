import { expect, it } from "vitest";
import { Counter } from "./counter.ts";

it("takes batches apart by JSON-RPC method, and passes over text that is not JSON", () => {
  const counter = new Counter();
  counter.body('[{"method":"ping"},{"method":"tools/call"}]');
  counter.body('{"method":"ping"}');
  counter.body("not json");
  expect(counter.counts().rpc).toEqual({ ping: 2, "tools/call": 1 });
  expect(counter.counts().tools_call).toBe(1);
});

it("tells sessions ended from those refused and those that nobody tried to end", () => {
  const counter = new Counter();
  for (const id of ["ended", "gone", "refused", "unanswered", "open"]) counter.issue(id);
  for (const [id, status] of [
    ["ended", 204],
    ["gone", 404],
    ["refused", 405],
  ] as const) {
    counter.askEnd(id);
    counter.end(id, status);
  }
  counter.askEnd("unanswered");
  expect(counter.counts().sessions).toEqual({ issued: 5, deleted: 2, refused: 2, open: 1 });
});

it("tells a GET of the endpoint from one of a document", () => {
  const counter = new Counter(() => "/mcp");
  counter.request("GET", "/.well-known/x", {});
  counter.request("GET", "/mcp?a=b", { origin: "http://x.test" });
  expect(counter.counts()).toMatchObject({ endpoint_gets: 1, headers: { origin: 1, cookie: 0 } });
});

it("keeps a bounded number of paths, whoever asks for how many", () => {
  const counter = new Counter();
  for (let n = 0; n < 1_000; n += 1) counter.request("GET", `/${n}`, {});
  expect(Object.keys(counter.counts().paths)).toHaveLength(200);
  expect(counter.counts().http).toEqual({ GET: 1_000 });
});

it("is empty after a reset", () => {
  const counter = new Counter();
  counter.connection();
  counter.issue("a");
  counter.canaryHit();
  counter.reset();
  expect(counter.counts()).toEqual(new Counter().counts());
});
