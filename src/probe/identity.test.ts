import { expect, test } from "vitest";
import { identity } from "./identity.ts";

test("the user agent names the bot, its version, its page, and what it never does", () => {
  expect(identity({ bot: "Plumbline", version: "1.2.3", site: "https://plumbline.example" })).toEqual({
    userAgent: "Plumbline/1.2.3 (+https://plumbline.example/bot; automated measurement; never calls tools)",
    clientName: "Plumbline",
    clientVersion: "1.2.3",
  });
});
