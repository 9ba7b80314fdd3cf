import type { Member } from "../member.ts";
import { serve } from "../network/serve.ts";
import { readExchange, type Exchange } from "../wire/exchange.ts";
import { html } from "../wire/html.ts";

/** Endpoints that answer HTTP, but never as an MCP server. */
export const HTTP_MEMBERS: readonly Member[] = [
  always("status-500", "500 with an error page to everything", ({ text }) =>
    text(500, "text/html; charset=utf-8", html("Internal Server Error")),
  ),
  {
    ...always("html-instead", "200 with a web page to everything", ({ text }) =>
      text(200, "text/html; charset=utf-8", html("Welcome", "<p>We make things.</p>")),
    ),
    sharesHostWith: "status-500",
  },
];

function always(name: Member["name"], description: string, reply: (exchange: Exchange) => void): Member {
  return {
    name,
    description,
    start: (site) => serve(site, async (request, response) => reply(await readExchange(request, response))),
  };
}
