import { expect, it } from "vitest";
import { clientNetwork } from "./client-network.ts";

it.each([
  ["192.0.2.7", "192.0.2.0/24"],
  ["192.0.2.250", "192.0.2.0/24"],
  ["203.0.113.1", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8:1:ffff::1", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
])("a client at %s is counted with its neighbours of %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

it.each([undefined, "", "localhost", "192.0.2.7, 198.51.100.1"])(
  "what is no address (%s) shares one count, so that leaving it out wins nothing",
  (address) => {
    expect(clientNetwork(address)).toBe("unknown");
  },
);
