import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { historyOf } from "../../../test/population/histories.ts";
import { bulletinOf } from "../../../test/population/simulate.ts";
import { fold } from "../../score/fold.ts";
import { writeLedger } from "../../score/ledger-rows.ts";
import { methodology } from "../../score/methodology.ts";
import { verifyCommand } from "./verify-command.ts";

const { ledger } = historyOf("healthy");
const { standing: numbers } = fold(ledger);
const published: Record<string, unknown> = {
  "/methodology.json": methodology(bulletinOf([]).priors),
  "/api/v2/tools/healthy/tool.json": { slug: "healthy", numbers },
  "/api/v2/tools/healthy/ledger": writeLedger(ledger),
  "/api/v2/tools/odd/tool.json": { slug: "odd" },
};
const server = createServer((request, response) => {
  if (request.url?.includes("/moved/")) return response.writeHead(302, { location: "/elsewhere" }).end();
  if (request.url?.includes("/endless/")) return endless(response);
  const body = published[new URL(request.url ?? "/", "http://localhost").pathname];
  response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(body ?? { title: "not found" }));
});
/** JSON without end, as fast as it is read. */
function endless(response: ServerResponse): void {
  const chunk = "1,".repeat(32 * 1024);
  const more = () => {
    while (response.write(chunk));
  };
  response.on("drain", more).write("[");
  more();
}

let site = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Runs the command as the shell would. */
async function run(...args: string[]) {
  return runIn({}, ...args);
}

async function runIn(env: Readonly<Record<string, string>>, ...args: string[]) {
  let status = -1;
  const out: string[] = [];
  const errors: string[] = [];
  const io = {
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => errors.push(text) },
    env,
    interrupted: new AbortController().signal,
  };
  await verifyCommand(io, (next) => (status = next))
    .exitOverride()
    .parseAsync(args, { from: "user" });
  return { status, out: out.join(""), errors: errors.join("") };
}

describe("plumbline verify over HTTP", () => {
  it("recomputes a server's numbers from the documents of the site and exits 0", async () => {
    const { status, out } = await run("healthy", "--site", site);
    expect(out).toMatch(/1 of 1 servers verified, \d+ numbers, 0 differ\n$/);
    expect(status).toBe(0);
  });

  it("exits 1 with one line when the site has no such server, answers something else, or is not there", async () => {
    expect(await run("nobody", "--site", site)).toMatchObject({ status: 1 });
    expect((await run("odd", "--site", site)).out).toContain(
      "plumbline: /api/v2/tools/odd/tool.json: numbers",
    );
    const closed = await run("healthy", "--site", "http://127.0.0.1:1");
    expect(closed).toMatchObject({ status: 1, out: "plumbline: /methodology.json: not reachable\n" });
  });

  it("follows no redirect, which could lead anywhere, and reads 32 MiB of an endless document", async () => {
    expect((await run("moved", "--site", site)).out).toContain("a redirect is not followed");
    expect((await run("endless", "--site", site)).out).toContain("larger than 32 MiB");
  });

  it("takes the site from PLUMBLINE_SITE where --site is not given", async () => {
    expect(await runIn({ PLUMBLINE_SITE: `${site}/` }, "healthy")).toMatchObject({ status: 0, errors: "" });
    expect(await runIn({ PLUMBLINE_SITE: "no" }, "healthy", "--site", site)).toMatchObject({ status: 0 });
  });

  it.each([
    "plumbline.example.org",
    "ftp://a.example",
    "https://a.example/path",
    "https://a.example?q",
    "https://me:pw@a.example",
    "a\u001b[2J",
  ])("exits 2 with what was found and what is allowed for a PLUMBLINE_SITE of %j", async (value) => {
    const { status, out, errors } = await runIn({ PLUMBLINE_SITE: value }, "healthy");
    expect([status, out]).toEqual([2, ""]);
    expect(errors).toMatch(/^plumbline verify: PLUMBLINE_SITE is wrong: found ".+"; allowed: an http.+\n$/);
    expect(errors).not.toContain("\u001b");
  });

  it("exits 2 when the server or the site is not named", async () => {
    expect(await run("healthy")).toMatchObject({ status: 2 });
    expect(await run("--site", site)).toMatchObject({ status: 2 });
    expect(await run("healthy", "--all", "--site", site)).toMatchObject({ status: 2 });
  });
});
