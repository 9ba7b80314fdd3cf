import { ask, responseIn } from "./ask.ts";

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "fleet-visitor", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface Visit {
  readonly era: "stateless" | "handshake";
  readonly revision: string;
  readonly tools: readonly { readonly name: string }[];
}

/** A stateless visit by plain requests: `server/discover`, then one page of tools. Null when discover is refused. */
export async function visitStateless(url: string): Promise<Visit | null> {
  const send = async (method: string) =>
    ask(url, {
      headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": method },
      body: { jsonrpc: "2.0", id: method, method, params: { _meta: ENVELOPE } },
    });
  const discovered = await send("server/discover");
  if (discovered.status !== 200) return null;
  const result = resultOf(discovered);
  const versions = result["supportedVersions"];
  if (!Array.isArray(versions) || !versions.includes("2026-07-28")) return null;
  const list = resultOf(await send("tools/list"));
  return { era: "stateless", revision: "2026-07-28", tools: list["tools"] as Visit["tools"] };
}

/** A handshake visit by plain requests: `initialize`, `notifications/initialized`, one page of tools, `DELETE`. */
export async function visitHandshake(url: string, offered = "2025-11-25"): Promise<Visit> {
  const params = {
    protocolVersion: offered,
    capabilities: {},
    clientInfo: { name: "fleet-visitor", version: "1.0.0" },
  };
  const opened = await ask(url, { body: { jsonrpc: "2.0", id: 1, method: "initialize", params } });
  const revision = String(resultOf(opened)["protocolVersion"]);
  const sessionId = opened.headers["mcp-session-id"];
  const headers = {
    "mcp-protocol-version": revision,
    ...(typeof sessionId === "string" ? { "mcp-session-id": sessionId } : {}),
  };
  await ask(url, { headers, body: { jsonrpc: "2.0", method: "notifications/initialized" } });
  const list = await ask(url, { headers, body: { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} } });
  if (typeof sessionId === "string") await ask(url, { method: "DELETE", headers });
  return { era: "handshake", revision, tools: resultOf(list)["tools"] as Visit["tools"] };
}

function resultOf(reply: Parameters<typeof responseIn>[0]): Record<string, unknown> {
  const response = responseIn(reply);
  if (typeof response["result"] !== "object" || response["result"] === null) {
    throw new Error(`no result but ${JSON.stringify(response).slice(0, 200)}`);
  }
  return response["result"] as Record<string, unknown>;
}

/** A visit over the deprecated HTTP+SSE transport by plain requests; the stream is closed at the end. */
export async function visitHttpSse(url: string): Promise<Visit> {
  const stop = new AbortController();
  try {
    const stream = await fetch(url, { headers: { accept: "text/event-stream" }, signal: stop.signal });
    if (stream.body === null) throw new Error("no stream");
    const events = eventsOf(stream.body);
    const next = async (wanted: (data: string) => boolean): Promise<string> => {
      for await (const data of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }) {
        if (wanted(data)) return data;
      }
      throw new Error("the stream ended");
    };
    const endpoint = new URL(await next((data) => !data.startsWith("{")), url).href;
    const call = async (id: number, method: string, params: object) => {
      await ask(endpoint, { body: { jsonrpc: "2.0", id, method, params } });
      return JSON.parse(await next((data) => data.includes(`"id":${id}`) && data.includes('"result"')))
        .result;
    };
    const opened = await call(1, "initialize", {
      protocolVersion: "2024-11-05",
      capabilities: {},
      clientInfo: { name: "fleet-visitor", version: "1.0.0" },
    });
    await ask(endpoint, { body: { jsonrpc: "2.0", method: "notifications/initialized" } });
    const list = await call(2, "tools/list", {});
    return { era: "handshake", revision: opened.protocolVersion, tools: list.tools };
  } finally {
    stop.abort();
  }
}

/** The data of each event that has any. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text = (text + decoder.decode(chunk, { stream: true })).replaceAll("\r\n", "\n");
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const data = [...text.slice(0, end).matchAll(/^data: ?(.*)$/gm)].map((line) => line[1]).join("\n");
      text = text.slice(end + 2);
      if (data !== "") yield data;
    }
  }
  return undefined;
}
