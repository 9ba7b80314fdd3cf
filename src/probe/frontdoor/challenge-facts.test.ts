import { describe, expect, test } from "vitest";
import { challengeFacts } from "./challenge-facts.ts";

describe("challengeFacts", () => {
  test("without a challenge it says so and shows no OAuth", () => {
    expect(challengeFacts([["content-type", "application/json"]])).toEqual({
      present: false,
      schemes: [],
      oauth: false,
      metadataUrls: [],
      flags: ["no_challenge"],
    });
  });

  test("a challenge that AWS API Gateway renamed counts and is flagged", () => {
    const facts = challengeFacts([
      ["x-amzn-remapped-www-authenticate", 'Bearer resource_metadata="https://a.test/prm"'],
    ]);
    expect(facts).toMatchObject({ present: true, oauth: true, metadataUrls: ["https://a.test/prm"] });
    expect(facts.flags).toEqual(["remapped_header"]);
  });

  test("an unknown scheme is kept as other, never as the server's text", () => {
    expect(challengeFacts([["www-authenticate", "Evil-Marker-Scheme x=y, Basic realm=z"]]).schemes).toEqual([
      "other",
      "basic",
    ]);
  });

  test("Basic and API-key challenges are not OAuth, whatever their realm says", () => {
    expect(challengeFacts([["www-authenticate", 'Basic realm="OAuth Bearer resource_metadata"']]).oauth).toBe(
      false,
    );
  });

  test("two resource_metadata values are both kept and flagged", () => {
    const facts = challengeFacts([
      [
        "www-authenticate",
        "Bearer resource_metadata='https://a.test/1', resource_metadata=\"https://a.test/2\"",
      ],
    ]);
    expect(facts.metadataUrls).toEqual(["https://a.test/1", "https://a.test/2"]);
    expect(facts.flags).toEqual([
      "single_quoted_parameter",
      "duplicate_parameter",
      "several_resource_metadata",
    ]);
  });
});
