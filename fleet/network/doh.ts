import { createServer, type Server } from "node:http";

/** DNS record types by number (RFC 1035, RFC 3596). */
const TYPES = { A: 1, TXT: 16, AAAA: 28 } as const;
type TypeName = keyof typeof TYPES;

const NOERROR = 0;
const SERVFAIL = 2;
const NXDOMAIN = 3;

export interface Zone {
  /** Practice name without a final dot, in lower case, to its records. */
  readonly names: ReadonlyMap<string, Readonly<Partial<Record<TypeName, readonly string[]>>>>;
  /** Answered with SERVFAIL. */
  readonly broken: ReadonlySet<string>;
  /** Never answered. */
  readonly silent: ReadonlySet<string>;
}

const TTL_S = 60;

/**
 * A stand-in for a DNS-over-HTTPS resolver in its JSON form: `GET /dns-query?name=…&type=A` answers
 * `application/dns-json` with `{Status, Answer: [{name, type, TTL, data}]}`. It knows the practice names and nothing
 * else: every other name does not exist.
 */
export function dohServer(zone: () => Zone): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://doh.invalid");
    const name = (url.searchParams.get("name") ?? "").toLowerCase().replace(/\.$/, "");
    const type = typeName(url.searchParams.get("type") ?? "A");
    if (url.pathname !== "/dns-query" || name === "") {
      response.writeHead(url.pathname === "/dns-query" ? 400 : 404).end();
      return;
    }
    if (zone().silent.has(name)) return;
    response.writeHead(200, { "content-type": "application/dns-json" });
    response.end(JSON.stringify(answer(zone(), name, type)));
  });
}

function answer(zone: Zone, name: string, type: TypeName | null) {
  const question = { name, type: type === null ? 0 : TYPES[type] };
  const head = { TC: false, RD: true, RA: true, AD: false, CD: false, Question: [question] };
  if (zone.broken.has(name)) return { Status: SERVFAIL, ...head };
  const records = zone.names.get(name);
  if (records === undefined) return { Status: NXDOMAIN, ...head };
  const data = type === null ? [] : (records[type] ?? []);
  const rows = data.map((value) => ({
    name,
    type: question.type,
    TTL: TTL_S,
    data: type === "TXT" ? JSON.stringify(value) : value,
  }));
  return rows.length === 0 ? { Status: NOERROR, ...head } : { Status: NOERROR, ...head, Answer: rows };
}

/** Types come as names or as numbers. */
function typeName(text: string): TypeName | null {
  const upper = text.toUpperCase();
  for (const name of Object.keys(TYPES) as TypeName[]) {
    if (upper === name || upper === String(TYPES[name])) return name;
  }
  return null;
}
