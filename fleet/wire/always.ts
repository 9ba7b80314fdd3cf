import type { OutgoingHttpHeaders } from "node:http";
import type { Member } from "../member.ts";
import { serve } from "../network/serve.ts";
import { readExchange } from "./exchange.ts";
import { html } from "./html.ts";
import type { Reply } from "./scripted.ts";

/** A member that answers everything at its endpoint's path alike; other paths do not exist. */
export function always(name: Member["name"], description: string, reply: Reply): Member {
  return {
    name,
    description,
    start: (site) =>
      serve(site, async (request, response) => {
        const exchange = await readExchange(request, response);
        if (exchange.path !== "/mcp") return exchange.json(404, { error: "not found" });
        return reply(exchange, site);
      }),
  };
}

/** The same page with this status to everything. */
export function alwaysPage(
  name: Member["name"],
  description: string,
  page: { status: number; title: string; body?: string; headers?: OutgoingHttpHeaders },
): Member {
  return always(name, description, (exchange) =>
    exchange.text(page.status, "text/html; charset=UTF-8", html(page.title, page.body), page.headers),
  );
}
