import { database } from "./db/client.ts";
import { conduct } from "./jobs/conductor.ts";
import { systemClock } from "./lib/clock.ts";
import { app } from "./routes/app.tsx";
import { readSettings } from "./settings.ts";

export { HostDO } from "./durable/host.ts";
export { NetworkDO } from "./durable/network.ts";

export default {
  fetch: app.fetch,
  async scheduled(controller, env) {
    const settings = readSettings(env as unknown as Record<string, unknown>);
    await conduct({
      db: database(env.DB),
      hosts: env.HOST,
      settings,
      clock: systemClock,
      minuteMs: controller.scheduledTime,
    });
  },
} satisfies ExportedHandler<Env>;
