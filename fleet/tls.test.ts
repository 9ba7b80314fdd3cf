import { connect, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFleet, type Fleet } from "./fleet.ts";
import { choose, ROSTER } from "./roster.ts";

let fleet: Fleet;
beforeAll(async () => {
  const names = ROSTER.map(({ name }) => name).filter((name) => name.startsWith("tls-"));
  fleet = await startFleet({ members: choose("all", names), portsFrom: 0 });
}, 30_000);
afterAll(() => fleet.close());

/** What TLS itself says: the reason against the certificate, the handshake's error, or `quiet`. */
function shake(
  name: string,
  look: (socket: TLSSocket) => string | undefined = (socket) => String(socket.authorizationError),
): Promise<string> {
  const { host, port } = fleet.members.find((member) => member.name === name) ?? { host: "", port: 0 };
  return new Promise((resolve) => {
    const finish = (text: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(text);
    };
    const socket = connect({ host, port, rejectUnauthorized: false });
    const timer = setTimeout(() => finish("quiet"), 1_000);
    socket.on("secureConnect", () => finish(look(socket) ?? "none"));
    socket.on("error", (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
  });
}

describe("members over https", () => {
  it.each([
    ["tls-self-signed", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["tls-expired", "CERT_HAS_EXPIRED"],
    ["tls-not-yet-valid", "CERT_NOT_YET_VALID"],
    ["tls-untrusted", "SELF_SIGNED_CERT_IN_CHAIN"],
    ["tls-incomplete-chain", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ])("%s is refused with %s", async (name, reason) => {
    expect(await shake(name)).toBe(reason);
  });

  it("tls-wrong-name has a certificate for another host", async () => {
    expect(await shake("tls-wrong-name", (socket) => socket.getPeerCertificate().subjectaltname)).toBe(
      "DNS:elsewhere.fleet.test",
    );
  });

  it("tls-old-protocol and tls-plain-http do not complete a handshake, tls-reset resets it", async () => {
    expect(await shake("tls-old-protocol")).toMatch(/PROTOCOL|VERSION|ALERT/);
    expect(await shake("tls-plain-http")).toMatch(/WRONG_VERSION_NUMBER|PACKET_LENGTH/);
    expect(await shake("tls-reset")).toBe("ECONNRESET");
  });

  it("tls-silent and tls-slow keep the caller waiting", async () => {
    expect(await Promise.all([shake("tls-silent"), shake("tls-slow")])).toEqual(["quiet", "quiet"]);
  });
});
