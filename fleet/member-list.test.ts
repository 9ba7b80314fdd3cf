import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { memberList } from "./member-list.ts";

it("is what README.md shows: run `node fleet/run.ts --list` and put its output there", () => {
  const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");
  const shown = /<!-- list -->\n([^]*)<!-- end of list -->/.exec(readme)?.[1];
  expect(shown).toBe(memberList());
});
