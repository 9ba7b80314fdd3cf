import worker from "../../src/worker.ts";

export { HostDO, NetworkDO } from "../../src/worker.ts";

/** The Worker with one more door, for tests only: `/lives?host=…` says which life of each HostDO is running, and its alarm. */
export default {
  ...worker,
  async fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname !== "/lives") return worker.fetch(request, env, context);
    const hosts = url.searchParams.getAll("host");
    const lives = await Promise.all(
      hosts.map(async (host) => {
        const { life, alarmMs } = await env.HOST.getByName(host).describe();
        return { life, alarmMs };
      }),
    );
    return Response.json(lives);
  },
} satisfies ExportedHandler<Env>;
