import { describe, expect, inject, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { ok } from "../../src/lib/result.ts";
import { createDoor } from "../../src/probe/guard/create-door.ts";
import { checkTarget } from "../../src/probe/guard/checked-target.ts";
import type { Resolver } from "../../src/probe/guard/resolver.ts";
import { createDohResolver } from "../../src/probe/guard/doh-resolver.ts";
import { createEdgeTransport, platformFetch } from "../../src/probe/transport/edge.ts";
import { IPV4_FORMS, addressForms } from "./address-forms.ts";

/** The guard in workerd: the same table as in Node, and sockets that stay silent. */
const noNames: Resolver = {
  addresses: () => Promise.resolve(ok({ ipv4: [], ipv6: [] })),
  texts: () => Promise.resolve(ok([])),
};
const never = new AbortController().signal;

describe("the guard in workerd", () => {
  const forms = addressForms();

  it.each([...new Set(forms.map(({ form }) => form))])(
    "decides every block's edges written as %s as in Node",
    async (form) => {
      const parts = {
        resolver: noNames,
        policy: { allowLoopback: false, hasIpv6: true },
        clock: systemClock,
      };
      const wrong: unknown[] = [];
      for (const row of forms.filter((candidate) => candidate.form === form)) {
        const checked = await checkTarget(`http://${row.host}:8080/`, parts, never);
        if (checked.ok !== row.allowed) wrong.push(row);
      }
      expect(wrong).toEqual([]);
    },
  );

  const get = async (host: string, allowLoopback: boolean) => {
    const canary = new URL(inject("world").http.noContent);
    const door = createDoor({
      transport: createEdgeTransport({ clock: systemClock }),
      resolver: noNames,
      clock: systemClock,
      policy: { allowLoopback, hasIpv6: true },
    });
    const url = `http://${host}:${canary.port}/`;
    const result = await door.request({ method: "GET", url, headers: {} }, never);
    return result.ok ? `${result.value.status}` : result.error.error.code;
  };
  const connections = async () => {
    const { http, statsUrl } = inject("world");
    const response = await fetch(`${statsUrl}?url=${encodeURIComponent(http.noContent)}`);
    return (await response.json<{ connections: number }>()).connections;
  };

  it("lets the canary hear us when the switch admits it, so that its silence means something", async () => {
    const before = await connections();
    expect(await get("127.0.0.1", true)).toBe("204");
    expect(await connections()).toBe(before + 1);
  });

  it.each([...Object.keys(IPV4_FORMS), "localhost", "[::1]", "0.0.0.0"])(
    "reaches no socket for loopback written as %s",
    async (form) => {
      const before = await connections();
      expect(await get(IPV4_FORMS[form]?.(0x7f000001n) ?? form, false)).toBe("target_address");
      expect(await connections()).toBe(before);
    },
  );

  it("asks DNS over HTTPS by the platform's fetch", async () => {
    const { http } = inject("world");
    const resolver = createDohResolver({
      fetch: platformFetch,
      clock: systemClock,
      resolverUrls: [http.dohAddress, http.dohAddress],
    });
    const found = await resolver.addresses("a.test", never);
    expect(found.ok && found.value).toEqual({ ipv4: ["93.184.216.34"], ipv6: [] });
    const silent = createDohResolver({
      fetch: platformFetch,
      clock: systemClock,
      resolverUrls: [http.resetAtAccept, http.json],
    });
    const failed = await silent.addresses("a.test", never);
    expect(failed.ok || failed.error).toEqual({
      outcome: "probe_fault",
      error: { code: "dns_silent", note: "the resolvers could not tell" },
    });
  });
});
