import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Counts } from "./counter.ts";

export interface Control {
  counts(): Promise<Record<string, Counts>>;
  reset(): Promise<void>;
}

/** `GET /counts` of every member, `GET /counts/NAME` of one, `POST /reset` to zero; JSON all of them. */
export function controlServer(control: Control): Server {
  return createServer((request, response) => void reply(control, request, response));
}

async function reply(control: Control, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume();
  const send = (status: number, value: unknown) => {
    response.writeHead(status, { "content-type": "application/json" }).end(`${JSON.stringify(value)}\n`);
  };
  try {
    const [, first, name] = (request.url ?? "/").split("/");
    if (request.method === "POST" && first === "reset") {
      await control.reset();
      return send(200, { reset: true });
    }
    if (request.method !== "GET" || first !== "counts") return send(404, { error: "not found" });
    const counts = await control.counts();
    if (name === undefined) return send(200, counts);
    const one = counts[decodeURIComponent(name)];
    return one === undefined ? send(404, { error: "no such member" }) : send(200, one);
  } catch (error) {
    return send(500, { error: error instanceof Error ? error.message : "unknown" });
  }
}
