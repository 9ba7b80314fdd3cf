import type { BenchHost, BenchSetUp } from "./bench-host.ts";

export { BenchHost as HostDO } from "./bench-host.ts";
export { NetworkDO } from "../../../src/durable/network.ts";

/** Entry of the benches: `POST /set-up?host=`, `POST /advance?host=&until=`, `GET /size?host=`. */
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const hosts = env.HOST as unknown as DurableObjectNamespace<BenchHost>;
    const host = hosts.getByName(url.searchParams.get("host") ?? "");
    switch (url.pathname) {
      case "/set-up":
        await host.setUp(await request.json<BenchSetUp>());
        return Response.json({});
      case "/advance":
        return Response.json(await host.advance(Number(url.searchParams.get("until"))));
      case "/size":
        return Response.json(await host.size());
      default:
        return new Response(null, { status: 404 });
    }
  },
} satisfies ExportedHandler<Env>;
