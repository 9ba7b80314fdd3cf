import { describe, expect, it } from "vitest";
import type { Clock } from "../../lib/clock.ts";
import { tcpTell } from "./tcp-tell.ts";
import type { TcpConnect } from "./tcp-tell.ts";

/** A clock whose timers fire only when told to. */
function manualClock() {
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    elapsed: () => 0,
    after(_delayMs, fire) {
      timers.add(fire);
      return () => timers.delete(fire);
    },
  };
  return { clock, timers, fire: () => timers.forEach((fire) => fire()) };
}

const ADDRESS = { hostname: "192.0.2.1", port: 443 };

function socketOf(opened: Promise<unknown>) {
  const closes: string[] = [];
  const connect: TcpConnect = (address) => ({
    opened,
    closed: Promise.reject(new Error("never closed in order")),
    close: () => {
      closes.push(address.hostname);
      return Promise.resolve();
    },
  });
  return { connect, closes };
}

describe("tcpTell", () => {
  it("says open and closes the socket again", async () => {
    const { clock, timers } = manualClock();
    const { connect, closes } = socketOf(Promise.resolve({}));
    expect(await tcpTell(connect, ADDRESS, { clock, timeoutMs: 1 })).toBe("open");
    expect([closes, timers.size]).toEqual([["192.0.2.1"], 0]);
  });

  it("says closed when the platform could not connect, and leaves that socket alone", async () => {
    const { clock, timers } = manualClock();
    const { connect, closes } = socketOf(Promise.reject(new Error("proxy request failed")));
    expect(await tcpTell(connect, ADDRESS, { clock, timeoutMs: 1 })).toBe("closed");
    expect([closes, timers.size]).toEqual([[], 0]);
  });

  it("says closed when the platform refuses at once", async () => {
    const { clock } = manualClock();
    const refuse: TcpConnect = () => {
      throw new TypeError("not allowed");
    };
    expect(await tcpTell(refuse, ADDRESS, { clock, timeoutMs: 1 })).toBe("closed");
  });

  it("says unknown after its time, and never closes a socket that did not open", async () => {
    const { clock, timers, fire } = manualClock();
    const { connect, closes } = socketOf(new Promise(() => {}));
    const told = tcpTell(connect, ADDRESS, { clock, timeoutMs: 1 });
    fire();
    expect(await told).toBe("unknown");
    expect([closes, timers.size]).toEqual([[], 0]);
  });
});
