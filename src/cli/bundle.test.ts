import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkReportSchema } from "../contract/check-report.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "plumbline-cli-"));
const bundle = join(folder, "plumbline.mjs");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  await run(process.execPath, [join(ROOT, "scripts/build-cli.ts"), bundle], { cwd: ROOT });
}, 60_000);

/** The system's own Node beside the one that runs this test, where there is one. */
const systemNodes = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((path) => !path.includes("node_modules"))
  .map((path) => join(path, "node"))
  .filter((path) => existsSync(path));
const nodes = [...new Set([process.execPath, ...systemNodes.slice(0, 1)])];

describe("the bundled command line", () => {
  it.each(nodes)(
    "runs without node_modules on %s",
    async (node) => {
      const server = createServer((_incoming, outgoing) =>
        outgoing.writeHead(401, { "www-authenticate": "Basic" }).end(),
      );
      server.listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
      const { stdout, stderr } = await run(node, [bundle, "check", url, "--allow-loopback", "--json"], {
        cwd: folder,
      });
      server.closeAllConnections();
      server.close();
      expect(stderr).toBe("");
      expect(checkReportSchema.parse(JSON.parse(stdout)).observation.outcome).toBe("auth_required");
    },
    30_000,
  );

  it("ends with 2 for a wrong command line", async () => {
    const failed = run(process.execPath, [bundle, "check"], { cwd: folder });
    await expect(failed).rejects.toMatchObject({ code: 2, stdout: "" });
  });
});
