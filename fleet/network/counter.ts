/** What a member has received since it started or since the last reset. All figures are whole numbers. */
export interface Counts {
  connections: number;
  /** By HTTP method. */
  http: Record<string, number>;
  /** By HTTP method and path, for example `POST /mcp`. */
  paths: Record<string, number>;
  /** By JSON-RPC method, batches taken apart. */
  rpc: Record<string, number>;
  sessions: {
    /** Distinct ids handed out in `Mcp-Session-Id`. */
    issued: number;
    /** Ids ended by a `DELETE` that was answered 2xx or 404. */
    deleted: number;
    /** Ids whose `DELETE` was answered otherwise, or not at all. */
    refused: number;
    /** Ids handed out that nobody tried to end. */
    open: number;
  };
  /** GETs of the endpoint's own path. */
  endpoint_gets: number;
  tools_call: number;
  /** Requests that carried a header a probe never sends. */
  headers: { origin: number; cookie: number; authorization: number };
  canary_hits: number;
}

const PATHS_KEPT = 200;

/** Counts for one member. The endpoint's path is needed to tell its GETs from those of public documents. */
export class Counter {
  private readonly endpointPath: () => string;
  private readonly issued = new Set<string>();
  private readonly asked = new Set<string>();
  private readonly deleted = new Set<string>();
  private sums = emptySums();

  constructor(endpointPath: () => string = () => "/mcp") {
    this.endpointPath = endpointPath;
  }

  connection(): void {
    this.sums.connections += 1;
  }

  /** One request's head. Header names in lower case, as Node gives them. */
  request(method: string, target: string, headers: Readonly<Record<string, unknown>>): void {
    const path = target.split("?")[0] ?? target;
    const line = `${method} ${path}`;
    increase(this.sums.http, method);
    if (line in this.sums.paths || Object.keys(this.sums.paths).length < PATHS_KEPT) {
      increase(this.sums.paths, line);
    }
    if (method === "GET" && path === this.endpointPath()) this.sums.endpoint_gets += 1;
    for (const name of ["origin", "cookie", "authorization"] as const) {
      if (headers[name] !== undefined) this.sums.headers[name] += 1;
    }
  }

  /** One request's body; text that is not JSON is not counted. */
  body(text: string): void {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return;
    }
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
      const method: unknown = message?.method;
      if (typeof method !== "string") continue;
      increase(this.sums.rpc, method);
      if (method === "tools/call") this.sums.tools_call += 1;
    }
  }

  issue(sessionId: string): void {
    this.issued.add(sessionId);
  }

  /** A `DELETE` named this session. */
  askEnd(sessionId: string): void {
    this.asked.add(sessionId);
  }

  /** It was answered with this status. */
  end(sessionId: string, status: number): void {
    if ((status >= 200 && status < 300) || status === 404) this.deleted.add(sessionId);
  }

  canaryHit(): void {
    this.sums.canary_hits += 1;
  }

  counts(): Counts {
    const sessions = {
      issued: this.issued.size,
      deleted: this.deleted.size,
      refused: [...this.asked].filter((id) => !this.deleted.has(id)).length,
      open: [...this.issued].filter((id) => !this.asked.has(id)).length,
    };
    return { ...structuredClone(this.sums), sessions };
  }

  reset(): void {
    this.sums = emptySums();
    for (const ids of [this.issued, this.asked, this.deleted]) ids.clear();
  }
}

function emptySums(): Omit<Counts, "sessions"> {
  return {
    connections: 0,
    http: {},
    paths: {},
    rpc: {},
    endpoint_gets: 0,
    tools_call: 0,
    headers: { origin: 0, cookie: 0, authorization: 0 },
    canary_hits: 0,
  };
}

function increase(sums: Record<string, number>, key: string): void {
  sums[key] = (sums[key] ?? 0) + 1;
}
