import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { checkReportSchema } from "../contract/check-report.ts";
import { runCli } from "./run-cli.ts";

vi.setConfig({ testTimeout: 30_000 });

/** A whole MCP server of the handshake era, with a name and a tool that try to own the terminal. */
const HOSTILE = "\u001b[2J\u001b]0;owned\u0007Reach\rable\u202E";
const TOOLS = [
  {
    name: `get_weather${HOSTILE}`,
    description: "Current weather of a place, in metric units.",
    inputSchema: { type: "object", properties: { city: { type: "string" } } },
  },
  { name: "delete_all", inputSchema: { type: "object" }, annotations: { destructiveHint: true } },
];
const RESULTS: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: `weather${HOSTILE}`, version: "1" },
  },
  "tools/list": { tools: TOOLS },
};

/** Paths that were asked for. */
const paths: (string | undefined)[] = [];

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  paths.push(incoming.url);
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  if (incoming.url === "/robots.txt") return void outgoing.end("User-agent: Plumbline\nDisallow: /private\n");
  if (incoming.url === "/private") throw new Error("asked in spite of robots.txt");
  if (incoming.url === "/gone") return void outgoing.writeHead(410).end();
  if (incoming.method !== "POST") return void outgoing.writeHead(405).end();
  const message = JSON.parse(Buffer.concat(chunks).toString()) as { id?: unknown; method: string };
  if (message.id === undefined) return void outgoing.writeHead(202).end();
  const result = RESULTS[message.method];
  const reply = result ? { result } : { error: { code: -32601, message: "no such method" } };
  outgoing.writeHead(200, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...reply }));
}

let server: Server;
let base = "";
beforeAll(async () => {
  server = createServer((incoming, outgoing) => void answer(incoming, outgoing)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function cli(
  args: readonly string[],
  { isTTY = false, env = {} }: { isTTY?: boolean; env?: Record<string, string> } = {},
) {
  const interrupt = new AbortController();
  let out = "";
  let errors = "";
  const stdout = {
    isTTY,
    write: (text: string) => {
      out += text;
      if (args.includes("--watch")) interrupt.abort();
    },
  };
  const stderr = { write: (text: string) => (errors += text) };
  const status = await runCli(args, { stdout, stderr, env, interrupted: interrupt.signal });
  return { status, out, errors };
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const COLOUR = new RegExp(String.raw`\u001b\[\d+m`, "g");

describe("plumbline check", () => {
  it("prints a report for people, without colour and without a byte of the server's that a terminal obeys", async () => {
    const { status, out, errors } = await cli(["check", `${base}/mcp`, "--allow-loopback"]);
    expect([status, errors]).toEqual([0, ""]);
    expect(out).not.toMatch(CONTROL);
    expect(out).toMatch(/^\n {2}Reachable {2}http:\/\/127/);
    expect(out).toContain("2025-11-25 over streamable-http (handshake era) · stateless era: no");
    expect(out).toMatch(/tools +2 listed/);
    expect(out).toContain(
      "50 % described · 100 % with an object schema · 50 % with a safety hint · declared risk: destructive",
    );
    expect(out).toContain('"weather');
    // A loaded machine stalls, and then says so instead of a time.
    expect(out).toMatch(/ms to the first answer · \d+ ms with the tool list|discarded: this machine stalled/);
    expect(out).toContain("Fix first\n  1. ");
  });

  it.each([[], ["--json"], ["--watch", "--json"]])(
    "asks at the URL with its query, and never prints the query, in which keys stand (%j)",
    async (...flags) => {
      const { status, out, errors } = await cli([
        "check",
        `${base}/mcp?key=secret#part`,
        "--allow-loopback",
        "--brief",
        ...flags,
      ]);
      expect([status, errors]).toEqual([0, ""]);
      expect(paths).toContain("/mcp?key=secret");
      expect(out).toContain(`${base}/mcp`);
      expect(out).not.toMatch(/secret|#part/);
    },
  );

  it.each(["http://10.0.0.1/mcp?key=secret", "ftp://a.example/mcp?key=secret", "nothing?key=secret"])(
    "exits 2 without the query of %s",
    async (url) => {
      const { status, errors } = await cli(["check", url]);
      expect(status).toBe(2);
      expect(errors).not.toContain("secret");
    },
  );

  it.each([
    [["verify", "x", "--site", "https://me:secret@a.example/?key=secret"], {}],
    [["check", "https://a.example/", "--site=https://a.example/?key=secret"], {}],
    [["verify", "x"], { PLUMBLINE_SITE: "https://me:secret@a.example/?key=secret" }],
  ])("names a wrong site without its query and password (%j)", async (args, env) => {
    const { status, errors } = await cli(args, { env });
    expect(status).toBe(2);
    expect(errors).toContain("https://a.example/");
    expect(errors).not.toContain("secret");
  });

  it("prints colours on a terminal, and none when NO_COLOR is set", async () => {
    const args = ["check", `${base}/mcp`, "--allow-loopback"];
    const coloured = await cli(args, { isTTY: true });
    expect(coloured.out).toContain("\u001b[32mReachable\u001b[0m");
    expect(coloured.out.replaceAll(COLOUR, "")).not.toMatch(CONTROL);
    expect((await cli(args, { isTTY: true, env: { NO_COLOR: "1" } })).out).not.toContain("\u001b");
  });

  it("prints one JSON object of the published schema and nothing else with --json", async () => {
    const { status, out, errors } = await cli(["check", `${base}/mcp`, "--allow-loopback", "--json"]);
    const report = checkReportSchema.parse(JSON.parse(out));
    expect([status, errors]).toEqual([0, ""]);
    expect(report).toMatchObject({
      reachable: true,
      words: "Reachable",
      observation: {
        outcome: "up",
        era: "handshake",
        revision: "2025-11-25",
        tool_count: 2,
        tools_ok: "listed",
        network: "cli",
      },
      other_era: { asked: "stateless", answers: false },
      definitions: { tools: 2, described_pct: 50, hinted_pct: 50, declared_risk: "destructive" },
    });
    expect(report.fix_first.map(({ about }) => about)).toContain("tools_described");
  });

  it("ends with 1 for what is not reachable, and says why first", async () => {
    const gone = await cli(["check", `${base}/gone`, "--allow-loopback"]);
    expect(gone.status).toBe(1);
    expect(gone.out).toMatch(/^\n {2}Not reachable: HTTP 410 /);
    const refused = await cli([
      "check",
      "http://127.0.0.1:2/mcp".replace(":2/", ":65535/"),
      "--allow-loopback",
      "--json",
    ]);
    expect([refused.status, JSON.parse(refused.out).observation.error.code]).toEqual([1, "connect_refused"]);
  });

  it("sends nothing to a path that robots.txt closes to it", async () => {
    const { status, out } = await cli(["check", `${base}/private`, "--allow-loopback"]);
    expect([status, out.split("\n")[1]]).toEqual([1, `  Not checked: opted out  ${base}/private`]);
  });

  it("asks neither for the other era nor for other lists with --brief", async () => {
    const { out } = await cli(["check", `${base}/mcp`, "--allow-loopback", "--json", "--brief"]);
    expect(JSON.parse(out)).toMatchObject({ other_era: null, counts: null });
  });

  it("repeats with --watch until it is interrupted, one object a line with --json", async () => {
    const { status, out } = await cli(["check", `${base}/mcp`, "--allow-loopback", "--json", "--watch"]);
    expect(status).toBe(0);
    expect(out.trimEnd().split("\n")).toHaveLength(1);
  });

  it("takes the development switch from the environment", async () => {
    process.env["PLUMBLINE_ALLOW_LOOPBACK"] = "1";
    const { status } = await cli(["check", `${base}/mcp`, "--json"]);
    delete process.env["PLUMBLINE_ALLOW_LOOPBACK"];
    expect(status).toBe(0);
  });

  it.each<[string, string[], RegExp]>([
    ["no URL", ["check"], /missing required argument 'url'/],
    ["something that is no URL", ["check", "nonsense"], /nonsense: This is not a URL/],
    ["a placeholder", ["check", "https://{tenant}.example/"], /Fill in the placeholder/],
    ["another scheme", ["check", "ftp://a.example/"], /Only http/],
    ["user-info", ["check", "https://a:b@a.example/"], /Take user name and password out/],
    ["a closed port", ["check", "https://a.example:25/"], /Found: port 25/],
    [
      "loopback without the switch",
      ["check", "http://127.0.0.1:8080/"],
      /not a public address \(loopback\); --allow-loopback/,
    ],
    ["localhost without the switch", ["check", "http://localhost:8080/"], /--allow-loopback/],
    [
      "a private address, switch or not",
      ["check", "http://10.0.0.1/", "--allow-loopback"],
      /not a public address \(private use\)$/,
    ],
    ["an unknown option", ["check", "https://a.example/", "--fast"], /unknown option '--fast'/],
    [
      "an interval under a minute",
      ["check", "https://a.example/", "--watch", "--interval", "59"],
      /from 60 to 86400/,
    ],
    ["a resolver that is no address", ["check", "https://a.example/", "--doh", "1.1.1.1"], /DNS-over-HTTPS/],
    ["an unknown command", ["chek", "https://a.example/"], /unknown command 'chek'/],
  ])("ends with 2 and one clear line for %s", async (_what, args, line) => {
    const { status, out, errors } = await cli(args);
    expect([status, out]).toEqual([2, ""]);
    expect(errors.split("\n")[0]).toMatch(line);
    expect(errors).toMatch(/^plumbline/);
  });

  it("shows what there is without a command", async () => {
    const { status, errors } = await cli([]);
    expect([status, errors.includes("check [options] <url>")]).toEqual([2, true]);
  });
});
