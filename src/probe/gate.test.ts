import { expect, test } from "vitest";
import { byMethod, text } from "./testing/answers.ts";
import { NOW_MS, settledMemory, visitScripted } from "./testing/visit-scripted.ts";

const gated = (challenge: string) =>
  byMethod({ GET: text("", 404) }, () => text("", 401, "text/plain", [["www-authenticate", challenge]]));

test("the public documents are read once a day, and the kind is remembered between readings", async () => {
  const server = gated('Bearer resource_metadata="https://mcp.example/meta"');
  const first = await visitScripted(server);
  expect(first.frontDoor).not.toBeNull();
  expect(first.observation.auth_kind).toBe("oauth");
  const second = await visitScripted(server, first.memory);
  expect(second.frontDoor).toBeNull();
  expect(second.methods).toEqual(["server/discover"]);
  expect(second.observation.auth_kind).toBe("oauth");
});

test("a changed challenge is read at once", async () => {
  const first = await visitScripted(gated("Basic realm=x"));
  expect(first.observation.auth_kind).toBe("api_key");
  const second = await visitScripted(gated("Bearer"), first.memory);
  expect(second.frontDoor).not.toBeNull();
});

test("another day is another reading", async () => {
  const first = await visitScripted(gated("Bearer"));
  const yesterday = Math.floor(NOW_MS / 86_400_000) - 1;
  const kept = first.memory.front_door;
  if (kept === null) throw new Error("nothing was remembered");
  const second = await visitScripted(
    gated("Bearer"),
    settledMemory({ front_door: { ...kept, day: yesterday } }),
  );
  expect(second.frontDoor).not.toBeNull();
});

test("documents that never come do not outlast the probe", async () => {
  const { frontDoor, tookMs } = await visitScripted(
    byMethod({ GET: "silence" }, () => text("", 401, "text/plain", [["www-authenticate", "Bearer"]])),
  );
  expect(frontDoor?.verdict).not.toBe("broken");
  expect(tookMs).toBeLessThanOrEqual(25_000);
});
