import { createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import type { Member, Running, Site } from "../member.ts";
import { tap } from "../network/tap.ts";
import { makeCertificate, type Certificate, type CertificateOptions } from "../wire/certificate.ts";
import { bytesOf, trickle } from "../wire/flood.ts";
import { html } from "../wire/html.ts";

const DAY_MS = 86_400_000;

/** Endpoints over https whose certificate, chain or handshake is at fault. Certificates are made at start. */
export const TLS_MEMBERS: readonly Member[] = [
  overTls("tls-self-signed", "a certificate that signed itself", (site) => credentials([leaf(site.host)])),
  overTls("tls-expired", "a self-signed certificate that ran out yesterday", (site) =>
    credentials([leaf(site.host, { notBefore: days(-90), notAfter: days(-1) })]),
  ),
  overTls("tls-not-yet-valid", "a self-signed certificate of next week", (site) =>
    credentials([leaf(site.host, { notBefore: days(7), notAfter: days(90) })]),
  ),
  overTls("tls-wrong-name", "a self-signed certificate for another host", () =>
    credentials([leaf("elsewhere.fleet.test")]),
  ),
  overTls("tls-untrusted", "a full chain up to an authority that nobody knows", (site) => {
    const root = authority("Practice Root");
    return credentials([leaf(site.host, { issuer: root }), root]);
  }),
  overTls("tls-incomplete-chain", "a leaf whose intermediate certificate is not sent and not known", (site) =>
    credentials([
      leaf(site.host, { issuer: authority("Practice Intermediate", authority("Practice Root")) }),
    ]),
  ),
  overTls("tls-old-protocol", "speaks TLS 1.1 and nothing newer", (site) => ({
    ...credentials([leaf(site.host)]),
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "ALL:@SECLEVEL=0",
  })),
  overTls("tls-client-certificate", "asks every caller for a certificate", (site) => ({
    ...credentials([leaf(site.host)]),
    requestCert: true,
    rejectUnauthorized: true,
  })),
  overTcp("tls-plain-http", "plain HTTP on an https address", (socket) => {
    const page = html("Bad Request");
    socket.end(
      `HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\n\r\n${page}`,
    );
  }),
  overTcp("tls-silent", "accepts the connection and never begins the TLS handshake", () => {}),
  overTcp("tls-slow", "a TLS record of one byte a second", (socket) =>
    trickle(socket, bytesOf(`\u0016\u0003\u0003\u003f\u0000\u0002${"\u0000".repeat(100)}`), 1_000),
  ),
  overTcp(
    "tls-reset",
    "resets in the middle of the TLS handshake",
    (socket) => void socket.resetAndDestroy(),
  ),
];

function overTls(name: Member["name"], description: string, options: (site: Site) => ServerOptions): Member {
  return {
    name,
    description,
    async start(site) {
      const server = createHttpsServer(options(site), (request, response) => {
        request.resume();
        response.writeHead(200, { "content-type": "text/html" }).end(html("Behind TLS"));
      });
      tap(server, site.counter);
      server.on("tlsClientError", (_error, socket) => socket.destroy());
      const port = await site.listen(server);
      return at(site, port, async () => {
        server.close();
        server.closeAllConnections();
      });
    },
  };
}

/** Waits for the first bytes of the client, then does this with the connection. */
function overTcp(name: Member["name"], description: string, act: (socket: Socket) => void): Member {
  return {
    name,
    description,
    async start(site) {
      const open = new Set<Socket>();
      const server = createTcpServer((socket) => {
        site.counter.connection();
        open.add(socket);
        socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
        socket.once("data", () => act(socket));
      });
      const port = await site.listen(server);
      return at(site, port, async () => {
        server.close();
        for (const socket of open) socket.destroy();
      });
    },
  };
}

function at(site: Site, port: number, close: Running["close"]): Running {
  return { url: `https://${site.host}:${port}/mcp`, close };
}

function leaf(name: string, change: Partial<CertificateOptions> = {}): Certificate {
  return makeCertificate({
    subject: name,
    names: [name],
    notBefore: days(-1),
    notAfter: days(30),
    ...change,
  });
}

function authority(subject: string, issuer?: Certificate): Certificate {
  const who = issuer === undefined ? { subject } : { subject, issuer };
  return makeCertificate({ ...who, authority: true, notBefore: days(-1), notAfter: days(30) });
}

function credentials(chain: readonly [Certificate, ...Certificate[]]): ServerOptions {
  return { key: chain[0].keyPem, cert: chain.map(({ certPem }) => certPem).join("") };
}

function days(count: number): Date {
  return new Date(Date.now() + count * DAY_MS);
}
