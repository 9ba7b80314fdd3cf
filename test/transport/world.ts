import http from "node:http";
import net from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import tls from "node:tls";
import { BEHAVIOURS } from "./behaviours.ts";
import type { Behaviour, BehaviourName } from "./behaviours.ts";
import { makeCertificate } from "./certificate.ts";

export const TLS_CASES = [
  "trusted",
  "selfSigned",
  "expired",
  "notYetValid",
  "wrongHost",
  "incompleteChain",
  "incompleteUnknownChain",
  "untrusted",
  "untrustedRootSent",
  "plainHttp",
  "resetInHandshake",
] as const;
export type TlsCase = (typeof TLS_CASES)[number];

/** Plain data, so that it can be handed to a test in another runtime. Everything listens on loopback. */
export interface World {
  readonly http: Readonly<Record<BehaviourName | "refused", string>>;
  readonly https: Readonly<Record<TlsCase, string>>;
  /** GET gives `{connections, bytesOut}` of `?url=` one of the addresses above. */
  readonly statsUrl: string;
  readonly rootPem: string;
  readonly intermediatePem: string;
}

interface Stats {
  connections: number;
  bytesOut: number;
}

const HOST = "127.0.0.1";

/** Starts every server; `stop` ends them and their connections. None keeps the process alive. */
export async function startWorld(): Promise<{ world: World; stop: () => void }> {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const stats = new Map<string, Stats>();

  const listen = async (server: Server, scheme: "http" | "https"): Promise<string> => {
    server.listen(0, HOST);
    server.unref();
    servers.push(server);
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `${scheme}://${scheme === "https" ? "localhost" : HOST}:${(server.address() as AddressInfo).port}/`;
    const counted: Stats = { connections: 0, bytesOut: 0 };
    stats.set(url, counted);
    server.on("connection", (socket: Socket) => {
      counted.connections += 1;
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", () => {
        counted.bytesOut += socket.bytesWritten;
        sockets.delete(socket);
      });
    });
    return url;
  };

  const plain: Record<string, string> = {};
  for (const [name, behaviour] of Object.entries(BEHAVIOURS)) {
    plain[name] = await listen(
      net.createServer((socket) => behave(socket, behaviour)),
      "http",
    );
  }
  const closing = net.createServer();
  plain["refused"] = await listen(closing, "http");
  await new Promise((resolve) => closing.close(resolve));

  const { options, rootPem, intermediatePem } = makeTlsOptions();
  const secure: Record<string, string> = {};
  for (const [name, option] of Object.entries(options)) {
    const server = tls.createServer({ ...option, ALPNProtocols: ["http/1.1"] }, (socket) =>
      behave(socket, BEHAVIOURS.json),
    );
    secure[name] = await listen(server, "https");
  }
  const refusesTls = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
  secure["plainHttp"] = await listen(
    net.createServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(refusesTls))),
    "https",
  );
  secure["resetInHandshake"] = await listen(
    net.createServer((socket) => socket.once("data", () => socket.resetAndDestroy())),
    "https",
  );

  const statsServer = http.createServer((incoming, outgoing) => {
    const asked = new URL(incoming.url ?? "", "http://x").searchParams.get("url") ?? "";
    outgoing.setHeader("connection", "close").end(JSON.stringify(stats.get(asked) ?? null));
  });
  const statsUrl = await listen(statsServer, "http");

  const world = { http: plain, https: secure, statsUrl, rootPem, intermediatePem } as unknown as World;
  const stop = () => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { world, stop };
}

function behave(socket: Socket, { accept, request }: Behaviour): void {
  socket.on("error", () => {});
  accept?.(socket);
  let head = "";
  let nth = 0;
  socket.on("data", (chunk: Buffer) => {
    head += chunk.toString("latin1");
    const whole = wholeRequest(head);
    if (whole === null) return;
    head = "";
    nth += 1;
    request?.(socket, whole, nth);
  });
}

/** Text of the request once its body is there too, else null. */
function wholeRequest(text: string): string | null {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
  const chunked = /^transfer-encoding: *chunked/im.test(text);
  if (chunked) return text.endsWith("0\r\n\r\n") ? text : null;
  return text.length >= end + 4 + length ? text : null;
}

const day = (offset: number): Date => new Date(Date.now() + offset * 86_400_000);

const chain = (own: { certPem: string; keyPem: string }, ...more: { certPem: string }[]) => ({
  key: own.keyPem,
  cert: [own, ...more].map((one) => one.certPem).join(""),
});

function makeTlsOptions() {
  const root = makeCertificate({ subject: "Plumbline test root", ca: true });
  const intermediate = makeCertificate({ subject: "Plumbline test intermediate", issuer: root, ca: true });
  const unknown = makeCertificate({
    subject: "Plumbline test intermediate nobody has",
    issuer: root,
    ca: true,
  });
  const stranger = makeCertificate({ subject: "A stranger's root", ca: true });
  const names = ["localhost"];
  const issuerUrl = "http://aia.invalid/intermediate.der";
  const leaf = (wish: Partial<Parameters<typeof makeCertificate>[0]>) =>
    makeCertificate({ subject: "localhost", names, issuer: intermediate, ...wish });
  const options = {
    trusted: chain(leaf({}), intermediate),
    selfSigned: chain(makeCertificate({ subject: "localhost", names })),
    expired: chain(leaf({ notBefore: day(-20), notAfter: day(-10) }), intermediate),
    notYetValid: chain(leaf({ notBefore: day(10), notAfter: day(20) }), intermediate),
    wrongHost: chain(leaf({ names: ["other.test"] }), intermediate),
    incompleteChain: chain(leaf({ issuerUrl })),
    incompleteUnknownChain: chain(leaf({ issuer: unknown, issuerUrl })),
    untrusted: chain(leaf({ issuer: stranger })),
    untrustedRootSent: chain(leaf({ issuer: stranger }), stranger),
  } as const;
  return { options, rootPem: root.certPem, intermediatePem: intermediate.certPem };
}
