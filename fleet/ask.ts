import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Question {
  readonly method?: "POST" | "GET" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Gives up, and rejects with code `ETIMEDOUT`, after this long. */
  readonly timeoutMs?: number;
  /** Gives up, and rejects with code `EMSGSIZE`, beyond so much body. */
  readonly maxChars?: number;
}

/** One plain HTTP request, for tests of the fleet: no probe code has a hand in it. Rejects with the socket's error. */
export function ask(url: string, question: Question = {}): Promise<Reply> {
  const { method = "POST", headers = {}, body, timeoutMs = 5_000, maxChars = 4_000_000 } = question;
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method,
      agent: false,
      headers: {
        accept: "application/json, text/event-stream",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });
    const timer = setTimeout(() => {
      request.destroy(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" }));
    }, timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    request.on("error", fail);
    request.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (text.length > maxChars)
          request.destroy(Object.assign(new Error("too much"), { code: "EMSGSIZE" }));
      });
      response.on("error", fail);
      response.on("end", () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The JSON-RPC response in a body of either kind: an object, or the first event that carries a result or an error. */
export function responseIn({ headers, body }: Reply): Record<string, unknown> {
  const isStream = headers["content-type"]?.startsWith("text/event-stream") ?? false;
  if (!isStream) return JSON.parse(body) as Record<string, unknown>;
  for (const block of body.replaceAll(/\r\n?/g, "\n").split("\n\n")) {
    if (/^event:(?! ?message)/m.test(block)) continue;
    const data = [...block.matchAll(/^data: ?(.*)$/gm)].map((line) => line[1]).join("\n");
    if (data.trim() === "") continue;
    const value = JSON.parse(data) as Record<string, unknown>;
    if ("result" in value || "error" in value) return value;
  }
  throw new Error("no response in the stream");
}
