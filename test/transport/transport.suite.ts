import { afterEach, describe, expect, it } from "vitest";
import type { TlsCase, World } from "./world.ts";
import type { BehaviourName } from "./behaviours.ts";
import { systemClock, withDeadline } from "../../src/lib/clock.ts";
import { err, ok } from "../../src/lib/result.ts";
import type { Result } from "../../src/lib/result.ts";
import { createDoor } from "../../src/probe/guard/create-door.ts";
import type { CheckedTarget } from "../../src/probe/guard/checked-target.ts";
import type { Resolver } from "../../src/probe/guard/resolver.ts";
import type { Transport } from "../../src/probe/guard/transport.ts";
import type { Door, DoorFailure, DoorRequest, DoorResponse } from "../../src/probe/door.ts";

/** What one transport sees of each case; the outcome is what both must agree on, the code may be coarser. */
export interface Sight {
  readonly name: "edge" | "pinned";
  readonly makeTransport: () => Transport;
  readonly world: () => World;
  /** Outcome and code of each case, or the status where the transport takes it for an answer. */
  readonly codes: Readonly<Record<FailingBehaviour, string | RegExp>>;
  readonly bodyCodes: Readonly<Record<FailingBody, string>>;
  readonly tls: Readonly<Record<TlsCase, string>>;
  readonly seesPhases: boolean;
}

export type FailingBehaviour = Extract<
  BehaviourName | "refused",
  | "refused"
  | "resetAtAccept"
  | "resetAfterRequest"
  | "closedWithoutReply"
  | "garbage"
  | "silent"
  | "slowHeaders"
  | "giantHeader"
  | "endlessHeaders"
  | "switchProtocols"
>;
export type FailingBody = Extract<
  BehaviourName,
  "dripBody" | "resetInBody" | "shortBody" | "shortChunks" | "brokenChunks" | "brokenGzip" | "shortGzip"
>;

const noNames: Resolver = {
  addresses: () =>
    Promise.resolve(err({ outcome: "dns_failure", error: { code: "dns_nxdomain", note: "" } } as const)),
  texts: () => Promise.resolve(ok([])),
};

const POST = { method: "POST", headers: { "content-type": "application/json" }, body: '{"id":1}' } as const;
/** Only answers that never come wait for the short one; the other leaves room for a loaded machine. */
const SHORT_DEADLINE_MS = 800;
const DEADLINE_MS = 15_000;
const NEVER_ENDING: ReadonlySet<string> = new Set(["silent", "slowHeaders", "dripBody"]);
const deadlineFor = (name: string): number => (NEVER_ENDING.has(name) ? SHORT_DEADLINE_MS : DEADLINE_MS);

interface SendOptions {
  readonly request?: Partial<DoorRequest>;
  readonly door?: Door;
  readonly deadlineMs?: number;
}

/** The behaviour that every transport must show, over real connections on loopback. */
export function transportSuite(sight: Sight): void {
  const open: Transport[] = [];
  const openDoor = () => {
    const transport = sight.makeTransport();
    open.push(transport);
    const policy = { allowLoopback: true, hasIpv6: true };
    return createDoor({ transport, resolver: noNames, clock: systemClock, policy });
  };
  afterEach(async () => {
    for (const transport of open.splice(0)) await transport.close();
  });

  const plain = (name: BehaviourName | "refused") => sight.world().http[name];
  const stats = async (url: string): Promise<{ connections: number; bytesOut: number }> => {
    const response = await fetch(`${sight.world().statsUrl}?url=${encodeURIComponent(url)}`);
    return response.json();
  };
  const send = <T>(
    url: string,
    then: (result: Result<DoorResponse, DoorFailure>) => Promise<T>,
    { request = POST, door = openDoor(), deadlineMs = DEADLINE_MS }: SendOptions = {},
  ): Promise<T> =>
    withDeadline(systemClock, deadlineMs, undefined, async (signal) =>
      then(await door.request({ method: "POST", headers: {}, ...request, url }, signal)),
    );

  describe(`${sight.name}: answers`, () => {
    it.each<[BehaviourName, number, string | null]>([
      ["json", 200, '{"jsonrpc":"2.0","id":1,"result":{}}'],
      ["chunked", 200, "abcdef"],
      ["untilClose", 200, "abc"],
      ["informational", 200, "abc"],
      ["gzip", 200, '{"jsonrpc":"2.0","id":1,"result":{}}'],
      ["brotli", 200, '{"jsonrpc":"2.0","id":1,"result":{}}'],
      ["noContent", 204, null],
      ["accepted", 202, ""],
      ["notModified", 304, null],
      ["serverError", 500, '{"jsonrpc":"2.0","id":1,"result":{}}'],
      ["oddStatus", 599, "abc"],
    ])("gives status and decoded body of %s", async (name, status, body) => {
      await send(plain(name), async (result) => {
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        expect([result.value.status, await textOf(result.value)]).toEqual([status, body]);
      });
    });

    it.each<[BehaviourName, number, string]>([
      ["movedPermanently", 301, "http://127.0.0.1:1/elsewhere"],
      ["found", 302, "/login"],
      ["seeOther", 303, "/login"],
      ["temporaryRedirect", 307, "https://a.example/mcp"],
      ["permanentRedirect", 308, "https://a.example/mcp"],
    ])("follows no redirect: %s", async (name, status, location) => {
      await send(plain(name), async (result) => {
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        await result.value.body?.cancel();
        expect(result.value.status).toBe(status);
        expect(Object.fromEntries(result.value.headers)["location"]).toBe(location);
      });
    });

    it("keeps every challenge of a repeated header", async () => {
      await send(plain("twoChallenges"), async (result) => {
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        await result.value.body?.cancel();
        const challenges = result.value.headers.filter(([name]) => name === "www-authenticate");
        expect(challenges.map(([, value]) => value).join(", ")).toBe('Basic realm="a", Bearer realm="b"');
      });
    });

    it("sends method, path, query, host, headers and body as they were given, and neither origin nor cookie", async () => {
      const url = `${plain("echo")}mcp/?a=1&b=%7B`;
      await send(url, async (result) => {
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        const sent = (await textOf(result.value)) ?? "";
        expect(sent).toMatch(/^POST \/mcp\/\?a=1&b=%7B HTTP\/1\.1\r\n/);
        expect(sent).toMatch(new RegExp(`^host: ${new URL(url).host}\r$`, "im"));
        expect(sent).toMatch(/^content-type: application\/json\r$/im);
        expect(sent).toMatch(/\{"id":1\}/);
        expect(sent).not.toMatch(/^(?:origin|cookie|authorization|referer):/im);
      });
    });

    it.each(["GET", "DELETE"] as const)("sends %s without a body", async (method) => {
      await send(
        plain("echo"),
        async (result) => {
          if (!result.ok) throw new Error(JSON.stringify(result.error));
          expect(await textOf(result.value)).toMatch(new RegExp(`^${method} / HTTP/1.1\r\n`));
        },
        { request: { method } },
      );
    });
  });

  describe(`${sight.name}: failures`, () => {
    it.each(Object.entries(sight.codes))("tells %s as %s", async (name, code) => {
      const started = systemClock.elapsed();
      const deadlineMs = deadlineFor(name);
      const seen = await send(
        plain(name as FailingBehaviour),
        async (result) => {
          if (result.ok) await result.value.body?.cancel();
          return seenAs(result);
        },
        { deadlineMs },
      );
      expect(seen).toMatch(code instanceof RegExp ? code : new RegExp(`^${code}$`));
      expect(systemClock.elapsed() - started).toBeLessThan(deadlineMs + 2_000);
    });

    it.each(Object.entries(sight.bodyCodes))(
      "tells a body that ends badly, %s, as %s",
      async (name, code) => {
        const read = async (result: Result<DoorResponse, DoorFailure>) => {
          if (!result.ok) throw new Error(JSON.stringify(result.error));
          return textOf(result.value).then(
            (text) => ({ readToTheEnd: text }),
            (error: unknown) => result.value.bodyFailure(error),
          );
        };
        const reason = await send(plain(name as FailingBody), read, { deadlineMs: deadlineFor(name) });
        expect("outcome" in reason ? `${reason.outcome} ${reason.error.code}` : reason).toBe(code);
      },
    );

    it("marks resets and early closes as worth one retry, refusals not", async () => {
      const seen: boolean[] = [];
      for (const name of ["resetAfterRequest", "closedWithoutReply", "refused"] as const) {
        await send(plain(name), async (result) => seen.push(!result.ok && result.error.retryable));
      }
      expect(seen).toEqual([true, true, false]);
    });
  });

  describe(`${sight.name}: bounds`, () => {
    it.each<BehaviourName>(["gzipBomb", "endless"])("reads no more of %s than is asked for", async (name) => {
      await send(plain(name), async (result) => {
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        const reader = result.value.body?.getReader();
        let bytes = 0;
        while (bytes < 262_144) bytes += (await reader?.read())?.value?.byteLength ?? 262_144;
        await reader?.cancel();
        expect(bytes).toBeLessThan(262_144 + 131_072);
      });
    });

    it("ends an endless answer's connection when its reader cancels", async () => {
      const url = plain("endless");
      const before = await stats(url);
      await send(url, async (result) => {
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        const reader = result.value.body?.getReader();
        await reader?.read();
        await reader?.cancel();
      });
      // bytesOut is counted at the close of the connection, so it moves only when that has happened.
      await expect
        .poll(async () => (await stats(url)).bytesOut, { timeout: 5_000 })
        .toBeGreaterThan(before.bytesOut);
      expect((await stats(url)).bytesOut - before.bytesOut).toBeLessThan(32 * 1024 * 1024);
    });

    it("refuses a target that the guard did not make", async () => {
      const forged = { url: new URL(plain("json")), address: "127.0.0.1" } as unknown as CheckedTarget;
      const transport = sight.makeTransport();
      open.push(transport);
      const before = await stats(plain("json"));
      const result = await transport.send(forged, POST, new AbortController().signal);
      expect(result.ok ? result.value.status : result.error.error.code).toBe("own_fault");
      expect((await stats(plain("json"))).connections).toBe(before.connections);
    });
  });

  describe(`${sight.name}: connections`, () => {
    it("reuses a connection within the probe", async () => {
      const door = openDoor();
      const before = await stats(plain("json"));
      for (let round = 0; round < 3; round += 1) {
        await send(plain("json"), async (result) => result.ok && textOf(result.value), { door });
      }
      expect((await stats(plain("json"))).connections - before.connections).toBeLessThanOrEqual(1);
    });

    it("gives phases only where it sees them", async () => {
      await send(plain("json"), async (result) => {
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        await textOf(result.value);
        const { dnsMs, tcpMs, tlsMs } = result.value.phases;
        expect([dnsMs, typeof tcpMs, tlsMs]).toEqual([null, sight.seesPhases ? "number" : "object", null]);
      });
    });
  });

  describe(`${sight.name}: TLS`, () => {
    it.each(Object.entries(sight.tls))("tells %s as %s", async (name, expected) => {
      await send(sight.world().https[name as TlsCase], async (result) => {
        if (result.ok) await textOf(result.value);
        const seen = result.ok
          ? `${result.value.status}${result.value.incompleteChain ? " incomplete_chain" : ""}`
          : `${result.error.outcome} ${result.error.error.code}`;
        expect(seen).toBe(expected);
      });
    });
  });
}

const seenAs = (result: Result<DoorResponse, DoorFailure>): string =>
  result.ok ? `${result.value.status}` : `${result.error.outcome} ${result.error.error.code}`;

async function textOf(response: DoorResponse): Promise<string | null> {
  if (!response.body) return null;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
}
