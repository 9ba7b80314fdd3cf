import { describe, expect, it } from "vitest";
import { systemClock } from "../../lib/clock.ts";
import { ok } from "../../lib/result.ts";
import { NO_PHASES } from "../door.ts";
import type { DoorRequest } from "../door.ts";
import { isChecked } from "./checked-target.ts";
import type { CheckedTarget } from "./checked-target.ts";
import { createDoor } from "./create-door.ts";
import type { HostAddresses } from "./resolver.ts";
import type { Transport } from "./transport.ts";

const bodyFailure = () => ({
  outcome: "timeout" as const,
  error: { code: "response_timeout" as const, note: "" },
  httpStatus: null,
  retryable: false,
});

function setUp(
  hosts: Record<string, HostAddresses>,
  policy: { allowLoopback?: boolean; hasIpv6?: boolean } = {},
) {
  const sent: CheckedTarget[] = [];
  const transport: Transport = {
    send(target) {
      sent.push(target);
      return Promise.resolve(
        ok({ status: 200, headers: [], body: null, phases: NO_PHASES, incompleteChain: false, bodyFailure }),
      );
    },
    close: () => Promise.resolve(),
    stallMs: () => 7,
  };
  const door = createDoor({
    transport,
    resolver: {
      addresses: (host) => Promise.resolve(ok(hosts[host] ?? { ipv4: [], ipv6: [] })),
      texts: () => Promise.resolve(ok([])),
    },
    clock: systemClock,
    policy: { allowLoopback: false, hasIpv6: true, ...policy },
  });
  const request = async (url: string, extra: Partial<DoorRequest> = {}) => {
    const result = await door.request(
      { method: "POST", url, headers: {}, ...extra },
      new AbortController().signal,
    );
    return result.ok ? "sent" : `${result.error.outcome} ${result.error.error.code}`;
  };
  return { request, sent, door };
}

const PUBLIC = { ipv4: ["93.184.216.34"], ipv6: [] };

describe("createDoor", () => {
  it("judges the addresses of a URL at every request, and another URL by itself", async () => {
    const hosts: Record<string, HostAddresses> = { "a.test": PUBLIC };
    const { request, sent } = setUp(hosts);
    expect(await request("https://a.test/mcp")).toBe("sent");
    hosts["a.test"] = { ipv4: ["10.0.0.1"], ipv6: [] };
    expect(await request("https://a.test/mcp")).toBe("target_not_allowed target_address");
    hosts["a.test"] = PUBLIC;
    expect(await request("https://a.test:22/mcp")).toBe("target_not_allowed target_port");
    expect(await request("https://a.test/mcp")).toBe("sent");
    expect(sent.map(({ url }) => url.href)).toEqual(["https://a.test/mcp", "https://a.test/mcp"]);
  });

  it.each([
    ["a private literal", "http://10.0.0.1/", "target_not_allowed target_address"],
    [
      "the metadata address in hexadecimal",
      "http://0xa9fea9fe/latest/meta-data/",
      "target_not_allowed target_address",
    ],
    ["loopback", "http://127.0.0.1:3000/", "target_not_allowed target_address"],
    ["localhost", "http://localhost:3000/", "target_not_allowed target_address"],
    ["IPv6 loopback", "http://[::1]:3000/", "target_not_allowed target_address"],
    ["a mapped private address", "http://[::ffff:192.168.1.1]/", "target_not_allowed target_address"],
    ["a name that resolves inside", "https://inside.test/", "target_not_allowed target_address"],
    ["a name with one address of two inside", "https://mixed.test/", "target_not_allowed target_address"],
    ["a name whose IPv6 address is inside", "https://mixed6.test/", "target_not_allowed target_address"],
    ["a placeholder", "https://{tenant}.test/", "templated template_placeholder"],
  ])("hands nothing to the transport for %s", async (_what, url, expected) => {
    const { request, sent } = setUp({
      "inside.test": { ipv4: ["10.1.2.3"], ipv6: [] },
      "mixed.test": { ipv4: ["93.184.216.34", "127.0.0.1"], ipv6: [] },
      "mixed6.test": { ipv4: ["93.184.216.34"], ipv6: ["fd00::1"] },
    });
    expect(await request(url)).toBe(expected);
    expect(sent).toEqual([]);
  });

  it("hands over a target that only the guard can make, with the first A record", async () => {
    const { request, sent } = setUp({
      "a.test": { ipv4: ["93.184.216.34", "1.1.1.1"], ipv6: ["2606:4700::1111"] },
    });
    expect(await request("https://a.test:8443/mcp?x=1#y")).toBe("sent");
    expect(sent[0]).toMatchObject({ address: "93.184.216.34", family: 4, literal: false });
    expect(sent.map(isChecked)).toEqual([true]);
    expect(isChecked({ ...sent[0] } as CheckedTarget)).toBe(false);
  });

  it("dials IPv6 where there is no A record and the network has it, and is skipped where it has not", async () => {
    const hosts = { "six.test": { ipv4: [], ipv6: ["2606:4700::1111"] } };
    const six = setUp(hosts);
    expect(await six.request("https://six.test/")).toBe("sent");
    expect(six.sent[0]).toMatchObject({ address: "2606:4700::1111", family: 6 });
    expect(await setUp(hosts, { hasIpv6: false }).request("https://six.test/")).toBe(
      "skipped target_no_ipv6",
    );
  });

  it.each([
    ["http://127.0.0.1:3000/", "sent"],
    ["http://127.9.8.7:3000/", "sent"],
    ["http://[::1]:3000/", "sent"],
    ["http://localhost:3000/", "sent"],
    ["https://a.test/", "sent"],
    ["http://a.localhost:3000/", "target_not_allowed target_address"],
    ["http://loop.test/", "target_not_allowed target_address"],
    ["http://[::ffff:127.0.0.1]:3000/", "target_not_allowed target_address"],
    ["http://0.0.0.0:3000/", "target_not_allowed target_address"],
    ["http://10.0.0.1:3000/", "target_not_allowed target_address"],
    ["http://169.254.169.254/", "target_not_allowed target_address"],
    ["http://127.0.0.1:22/", "target_not_allowed target_port"],
  ])("with the development switch on: %s is %s", async (url, expected) => {
    const hosts = { "a.test": PUBLIC, "loop.test": { ipv4: ["127.0.0.1"], ipv6: [] } };
    expect(await setUp(hosts, { allowLoopback: true }).request(url)).toBe(expected);
  });

  it.each([
    ["host", "b.test"],
    ["origin", "https://b.test"],
    ["cookie", "a=b"],
    ["Accept", "upper case is not ours"],
    ["x-split", "a\r\nhost: b.test"],
    ["x-nul", "a\u0000"],
  ])("sends no request with header %s: %j", async (name, value) => {
    const { request, sent } = setUp({ "a.test": PUBLIC });
    expect(await request("https://a.test/", { headers: { [name]: value } })).toBe("probe_fault own_fault");
    expect(sent).toEqual([]);
  });

  it("sends nothing once the caller has given up", async () => {
    const { door, sent } = setUp({ "a.test": PUBLIC });
    const given = AbortSignal.abort();
    const result = await door.request({ method: "GET", url: "https://a.test/", headers: {} }, given);
    expect(result.ok).toBe(false);
    expect(sent).toEqual([]);
  });

  it("tells the transport's stall", () => {
    expect(setUp({}).door.stallMs?.()).toBe(7);
  });
});
