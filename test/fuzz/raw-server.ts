import { once } from "node:events";
import net from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { AnswerSpec, Case } from "./answer-spec.ts";
import { FAST } from "./fast-clock.ts";
import { chunksOf, render } from "./render.ts";

/** How a body's end is told: chunks, a length, or the end of the connection. */
type Length = "chunked" | "length" | "close";
const LENGTHS: readonly Length[] = ["chunked", "length", "close"];

interface Served {
  readonly given: Case;
  asked: number;
}

/** Replays generated answers as raw bytes on loopback; `/<number>/…` names the case. */
export class RawServer {
  readonly #cases = new Map<number, Served>();
  readonly #sockets = new Set<Socket>();
  readonly #server = net.createServer((socket) => this.#accept(socket));
  #next = 0;

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  /** URL of an endpoint that answers by this case. */
  serve(given: Case): { url: string; requests: () => number; forget: () => void } {
    const number = (this.#next += 1);
    const served: Served = { given, asked: 0 };
    this.#cases.set(number, served);
    const { port } = this.#server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}/${number}/mcp`,
      requests: () => served.asked,
      forget: () => void this.#cases.delete(number),
    };
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => this.#sockets.delete(socket));
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const request = wholeRequest(text);
      if (request === null) return;
      text = "";
      void this.#answer(socket, request);
    });
  }

  async #answer(socket: Socket, request: { path: string; body: string }): Promise<void> {
    const served = this.#cases.get(Number(request.path.split("/")[1]));
    if (served === undefined) {
      socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    const { answers, cuts } = served.given;
    const spec = answers[served.asked++ % answers.length] as AnswerSpec;
    const body = request.body === "" ? {} : (JSON.parse(request.body) as { method?: string; id?: unknown });
    if (spec.before === "silence") return;
    if (spec.before !== "answer") {
      socket.resetAndDestroy();
      return;
    }
    await pause(spec.delayMs / FAST);
    await send(socket, spec, { method: body.method ?? "GET", id: body.id }, cuts);
  }
}

async function send(
  socket: Socket,
  spec: AnswerSpec,
  asked: { method: string; id: unknown },
  cuts: readonly number[],
): Promise<void> {
  const { status, headers, body } = render(spec, asked);
  const length = LENGTHS[cuts.length % LENGTHS.length] as Length;
  const framing = {
    chunked: ["transfer-encoding: chunked"],
    length: [`content-length: ${body.byteLength}`],
    close: ["connection: close"],
  };
  const lines = [
    `HTTP/1.1 ${status} x`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...framing[length],
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  for (const chunk of chunksOf(body, cuts)) {
    if (length === "chunked") socket.write(`${chunk.byteLength.toString(16)}\r\n`);
    socket.write(chunk);
    if (length === "chunked") socket.write("\r\n");
    await pause(0);
  }
  if (spec.end === "reset") socket.resetAndDestroy();
  else if (spec.end === "end" && length === "chunked") socket.write("0\r\n\r\n");
  else if (spec.end === "end" && length === "close") socket.end();
}

function wholeRequest(text: string): { path: string; body: string } | null {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
  const body = text.slice(end + 4);
  if (/^transfer-encoding: *chunked/im.test(text)) {
    return body.endsWith("0\r\n\r\n") ? { path: pathOf(text), body: dechunk(body) } : null;
  }
  return body.length >= length ? { path: pathOf(text), body: body.slice(0, length) } : null;
}

const pathOf = (text: string): string => text.slice(0, text.indexOf("\r\n")).split(" ")[1] ?? "/";

function dechunk(body: string): string {
  let rest = body;
  let whole = "";
  for (;;) {
    const end = rest.indexOf("\r\n");
    const length = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || !(length > 0)) return whole;
    whole += rest.slice(end + 2, end + 2 + length);
    rest = rest.slice(end + 4 + length);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
