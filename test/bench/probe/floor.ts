import { identity } from "../../../src/probe/identity.ts";
import type { Message } from "../../../src/probe/wire/messages.ts";
import {
  MESSAGE_ID,
  discoverMessage,
  initializeMessage,
  initializedMessage,
  listMessage,
  sessionEnvelope,
  statelessEnvelope,
} from "../../../src/probe/wire/messages.ts";
import type { BenchEra } from "./modes.ts";

const US = identity({ bot: "Plumbline", version: "1", site: "https://plumbline.example" });

/** The requests of a plain remembered probe, in its order, by plain fetch: bodies read and parsed, nothing else. */
export async function floorProbe(url: string, era: BenchEra): Promise<number> {
  return era === "stateless" ? statelessProbe(url) : handshakeProbe(url);
}

async function statelessProbe(url: string): Promise<number> {
  const envelope = statelessEnvelope(US, "2026-07-28");
  await ask(url, discoverMessage(envelope));
  const { value } = await ask(url, listMessage(envelope, "tools/list", MESSAGE_ID.toolsPage, null));
  return toolCount(value);
}

async function handshakeProbe(url: string): Promise<number> {
  const opened = await ask(url, initializeMessage(US, "2025-11-25"));
  const envelope = sessionEnvelope(US, "2025-11-25", opened.session);
  await ask(url, initializedMessage(envelope));
  const { value } = await ask(url, listMessage(envelope, "tools/list", MESSAGE_ID.toolsPage, null));
  const ended = await fetch(url, { method: "DELETE", headers: envelope.headers });
  await ended.text();
  return toolCount(value);
}

async function ask(url: string, message: Message): Promise<{ value: unknown; session: string | null }> {
  const { method, headers, body = "" } = message;
  const response = await fetch(url, { method, headers, body, redirect: "manual" });
  const session = response.headers.get("mcp-session-id");
  const text = await response.text();
  if (text === "") return { value: null, session };
  const type = response.headers.get("content-type") ?? "";
  return { value: JSON.parse(type.startsWith("text/event-stream") ? dataOf(text) : text), session };
}

const dataOf = (stream: string): string => {
  const line = stream.split("\n").find((candidate) => candidate.startsWith("data: {"));
  return line === undefined ? "null" : line.slice(6);
};

function toolCount(value: unknown): number {
  const { result } = value as { result: { tools: unknown[] } };
  return result.tools.length;
}
