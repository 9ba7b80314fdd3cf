import { describe, expect, it } from "vitest";
import { SCHEDULE } from "../limits.ts";
import { newEndpoint } from "./endpoint.ts";
import { HostCadence } from "./host-cadence.ts";

const NOW = Date.UTC(2026, 10, 30);
const LAP_MS = SCHEDULE.slotMs;
const endpoint = newEndpoint({
  endpointId: "e_1",
  host: "mcp.example.com",
  url: "https://mcp.example.com/mcp",
  declaredTransport: null,
  server: null,
});

/** A host of so many endpoints, one network. */
function hostOf(endpoints: number, meanHoldS = 0): HostCadence {
  const cadence = new HostCadence(1, meanHoldS, NOW);
  cadence.takeCrowd(endpoints, 1, 0);
  return cadence;
}
const multiple = (cadence: HostCadence) => cadence.multipleOf(endpoint, null, NOW);

/** One lap of visits that hold their permit so long; what it gives to store. */
function lap(cadence: HostCadence, holdMs: number, fromMs: number): number | null {
  cadence.held(holdMs, fromMs + LAP_MS / 2, LAP_MS);
  return cadence.held(holdMs, fromMs + LAP_MS, LAP_MS);
}

describe("the cadence of a host", () => {
  it("is stretched when the endpoints are too many for one start a second", () => {
    expect(multiple(hostOf(100))).toBe(1);
    expect(multiple(hostOf(1_312))).toBe(5);
  });

  it("is stretched after a lap of long holds, and the mean is given to store", () => {
    const cadence = hostOf(100);
    expect(multiple(cadence)).toBe(1);
    expect(lap(cadence, 20_000, NOW)).toBe(20);
    expect(multiple(cadence)).toBeGreaterThan(1);
    expect(lap(cadence, 500, NOW + LAP_MS)).toBe(0.5);
    expect(multiple(cadence)).toBe(1);
  });

  it("gives nothing to store while the mean stretches nothing", () => {
    const cadence = hostOf(3);
    multiple(cadence);
    for (const [n, holdMs] of [500, 20_000, 900].entries())
      expect(lap(cadence, holdMs, NOW + n * LAP_MS)).toBeNull();
  });

  it("goes on with the mean of an earlier life", () => {
    expect(multiple(hostOf(100, 20))).toBe(multiple(stretched()));
  });

  it("counts a Crawl-delay of two seconds as a start every two seconds", () => {
    const cadence = hostOf(200);
    expect(multiple(cadence)).toBe(1);
    cadence.takeCrowd(200, 1, 2_000);
    expect(multiple(cadence)).toBe(2);
  });

  it("follows the owner's wish", () => {
    expect(hostOf(1).multipleOf(endpoint, 3600, NOW)).toBe(12);
  });
});

function stretched(): HostCadence {
  const cadence = hostOf(100);
  multiple(cadence);
  lap(cadence, 20_000, NOW);
  return cadence;
}
