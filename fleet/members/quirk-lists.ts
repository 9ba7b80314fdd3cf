import type { Member } from "../member.ts";
import { handshakeServer, reply, type Reply, type Script } from "../wire/scripted.ts";
import { practiceTools, type PracticeTool } from "../wire/tools.ts";

const list = (name: Script["name"], description: string, answer: Reply, more: Partial<Script> = {}): Member =>
  handshakeServer({ name, description, ...more, on: { "tools/list": answer } });

/** Pages by the cursor that was asked: `undefined` is the first one. */
const pages =
  (page: (cursor: unknown) => object): Reply =>
  (exchange, site) =>
    reply({}, exchange, page(exchange.message?.params?.["cursor"]), site);

const numbered = (from: number, count: number): PracticeTool[] => practiceTools(from + count).slice(from);
const EMPTY_SCHEMA = { type: "object", properties: {} };

/** Tool lists and their traps (PROTOCOL facts Q21, Q22, Q24). */
export const QUIRK_LIST_MEMBERS: readonly Member[] = [
  list(
    "quirk-paging-three",
    "three honest pages of four tools",
    pages((cursor) => {
      const at = typeof cursor === "string" ? Number(cursor) : 0;
      return { tools: numbered(at, 4), ...(at < 8 ? { nextCursor: String(at + 4) } : {}) };
    }),
  ),
  list(
    "quirk-paging-empty-cursor",
    'two pages, the second one behind the cursor ""',
    pages((cursor) =>
      cursor === "" ? { tools: numbered(3, 3) } : { tools: numbered(0, 3), nextCursor: "" },
    ),
  ),
  list(
    "quirk-paging-null-cursor",
    "nextCursor: null at the end",
    pages(() => ({ tools: practiceTools(), nextCursor: null })),
  ),
  list(
    "quirk-paging-empty-for-ever",
    'nextCursor "" on every page, always the same page',
    pages(() => ({ tools: practiceTools(), nextCursor: "" })),
  ),
  list(
    "quirk-paging-constant",
    "the same cursor and the same page for ever",
    pages(() => ({ tools: practiceTools(), nextCursor: "next" })),
  ),
  list(
    "quirk-paging-fresh-cursors",
    "a new cursor every time, always the same page",
    pagesWithFreshCursors(),
  ),
  list(
    "hostile-paging-endless",
    "new tools and a new cursor for ever",
    pages((cursor) => {
      const at = typeof cursor === "string" ? Number(cursor) : 0;
      return { tools: numbered(at, 5), nextCursor: String(at + 5) };
    }),
  ),
  list("quirk-paging-later-page-fails", "the second page answers 500", (exchange, site) => {
    if (exchange.message?.params?.["cursor"] !== undefined) return exchange.text(500, "text/plain", "oops");
    return reply({}, exchange, { tools: practiceTools(), nextCursor: "2" }, site);
  }),
  handshakeServer({
    name: "quirk-tools-undeclared",
    description: "no tools capability, although tools/list would answer",
    capabilities: { prompts: {} },
  }),
  list("quirk-list-32601", "the tools capability is declared, tools/list answers -32601", (exchange) =>
    exchange.error(200, -32601, "Method not found"),
  ),
  list(
    "quirk-list-empty",
    "an empty list of tools",
    pages(() => ({ tools: [] })),
  ),
  list("quirk-list-500", "500 to tools/list", (exchange) => exchange.text(500, "text/plain", "oops")),
  list("quirk-list-error", "a JSON-RPC error to tools/list", (exchange) =>
    exchange.error(200, -32603, "database is down"),
  ),
  list(
    "quirk-list-not-array",
    "tools is an object, not an array",
    pages(() => ({ tools: { find: {} } })),
  ),
  handshakeServer({
    name: "quirk-bad-schemas",
    description:
      "one good tool among tools whose schemas are missing, empty, of another type, or a root anyOf",
    tools: [
      ...practiceTools(1),
      { name: "no_schema", description: "has no input schema whatever" },
      { name: "empty_schema", inputSchema: {} },
      { name: "string_schema", inputSchema: { type: "string" } },
      { name: "any_of", inputSchema: { anyOf: [EMPTY_SCHEMA] } },
      { name: "null_schema", inputSchema: null },
    ],
  }),
  handshakeServer({
    name: "quirk-tools-300",
    description: "three hundred tools on one page",
    tools: practiceTools(300),
  }),
  handshakeServer({
    name: "quirk-tools-same-name",
    description: "two tools of one name with different schemas",
    tools: [...practiceTools(2), { ...practiceTools(1)[0], name: "find_city", inputSchema: EMPTY_SCHEMA }],
  }),
  handshakeServer({
    name: "list-too-large",
    description: "a list page of more than one mebibyte",
    tools: Array.from({ length: 40 }, (_, index) => ({
      name: `tool_${index}`,
      description: "x".repeat(40_000),
      inputSchema: EMPTY_SCHEMA,
    })),
  }),
];

function pagesWithFreshCursors(): Reply {
  let served = 0;
  return pages(() => ({ tools: practiceTools(), nextCursor: `page-${(served += 1)}` }));
}
