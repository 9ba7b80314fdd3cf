import type { AnswerSpec, Framing, IdForm, Payload } from "./answer-spec.ts";

/** What of a request an answer depends on. */
export interface Asked {
  readonly method: string;
  readonly id: unknown;
}

export interface Rendered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

const ID_FORMS: Readonly<Record<IdForm, (id: unknown) => Record<string, unknown>>> = {
  exact: (id) => ({ id }),
  string: (id) => ({ id: String(id) }),
  null: () => ({ id: null }),
  missing: () => ({}),
  "server-error": () => ({ id: "server-error" }),
  wrong: () => ({ id: 4_711 }),
};

/** The bytes that a specified answer sends to this request. */
export function render(spec: AnswerSpec, asked: Asked): Rendered {
  const text = payloadText(spec.payload, spec.id, asked);
  const framed = frame(spec.framing, text);
  const typed = spec.headers.some(([name]) => name === "content-type");
  const type = spec.framing.kind === "stream" ? "text/event-stream" : "application/json";
  const headers = typed ? spec.headers : [["content-type", type] as const, ...spec.headers];
  const bodiless = spec.status === 204;
  return { status: spec.status, headers, body: new TextEncoder().encode(bodiless ? "" : framed) };
}

function payloadText(payload: Payload, idForm: IdForm, asked: Asked): string {
  const wrap = (member: object): string =>
    JSON.stringify({ jsonrpc: "2.0", ...ID_FORMS[idForm](asked.id), ...member });
  switch (payload.kind) {
    case "good":
      return wrap({ result: goodResult(payload, asked.method) });
    case "error":
      return wrap({ error: { code: payload.code, message: payload.message, data: payload.data } });
    case "result":
      return wrap({ result: payload.value });
    case "json":
      return JSON.stringify(payload.value);
    case "text":
      return payload.text;
    case "nested":
      return `${"[".repeat(payload.depth)}${"]".repeat(payload.depth)}`;
    case "wide":
      return `{"jsonrpc":"2.0","id":${JSON.stringify(asked.id ?? null)},"result":{"tools":[${"{},".repeat(payload.values)}{}]}}`;
    case "large":
      return wrap({
        result: {
          tools: [{ name: "big", description: "x".repeat(payload.bytes) }],
          protocolVersion: "2025-11-25",
        },
      });
  }
  return payload satisfies never;
}

function goodResult(payload: Extract<Payload, { kind: "good" }>, method: string): Record<string, unknown> {
  const capabilities = { tools: {}, prompts: {}, resources: {} };
  const info = { name: "fuzzed", version: "1" };
  switch (method) {
    case "server/discover":
      return {
        resultType: "complete",
        supportedVersions: [payload.revision, "2026-07-28"],
        capabilities,
        ttlMs: 0,
        cacheScope: "private",
        ...payload.extra,
      };
    case "initialize":
      return { protocolVersion: payload.revision, capabilities, serverInfo: info, ...payload.extra };
    case "tools/list":
      return { tools: payload.tools, nextCursor: payload.nextCursor, ...payload.extra };
    default:
      return {
        prompts: payload.tools,
        resources: payload.tools,
        nextCursor: payload.nextCursor,
        ...payload.extra,
      };
  }
}

function frame(framing: Framing, text: string): string {
  const bom = framing.bom ? "\uFEFF" : "";
  if (framing.kind === "body") return bom + (framing.batch ? `[${text}]` : text);
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  const event = `${framing.eventField ? "event: message\n" : ""}${lines.join("")}${framing.terminated ? "\n" : ""}`;
  return bom + (framing.before.join("") + event).replaceAll("\n", framing.lineEnd);
}

/** Cuts bytes at parts of a thousand of their length. */
export function chunksOf(body: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [...new Set(cuts.map((cut) => Math.floor((cut * body.byteLength) / 1_000)))].sort(
    (a, b) => a - b,
  );
  const ends = [...at.filter((end) => end > 0 && end < body.byteLength), body.byteLength];
  let start = 0;
  const chunks: Uint8Array[] = [];
  for (const end of ends) {
    if (end > start) chunks.push(body.subarray(start, end));
    start = end;
  }
  return chunks;
}
