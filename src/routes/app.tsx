import { Hono } from "hono";
import { cors } from "hono/cors";
import { etag } from "hono/etag";
import { secureHeaders } from "hono/secure-headers";
import { database } from "../db/client.ts";
import { systemClock } from "../lib/clock.ts";
import { logFault } from "../lib/log-fault.ts";
import { plainText } from "../lib/text.ts";
import { readSettings, SettingsError } from "../settings.ts";
import { ProblemPage } from "../views/problem-page.tsx";
import { check } from "./api/check.ts";
import { leaderboard } from "./api/leaderboard.ts";
import { ledger } from "./api/ledger.ts";
import { probeLog } from "./api/probe-log.ts";
import { toolJson } from "./api/tool-record.ts";
import type { RouteEnv } from "./context.ts";
import { Problem, problemJson, wantsHtml } from "./problem.ts";
import { bot } from "./site/bot.tsx";
import { checkPage } from "./site/check.tsx";
import { assets } from "./site/assets.ts";
import { listPage } from "./site/list.tsx";
import { serverPage } from "./site/server.tsx";
import { healthz } from "./wellknown/healthz.ts";
import { methodologyJson } from "./wellknown/methodology.ts";
import { robotsTxt } from "./wellknown/robots-txt.ts";
import { probeTxt } from "./wellknown/probe-txt.ts";

/** The site and the API: one file a resource, mounted here; every error leaves through `onError`. */
export const app = new Hono<RouteEnv>();

app.use(
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      connectSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    crossOriginResourcePolicy: false,
  }),
);
app.use("/api/v2/check", cors({ origin: "*", allowMethods: ["POST"], allowHeaders: ["Content-Type"] }));
app.use("/api/*", cors({ origin: "*", allowMethods: ["GET", "HEAD"] }));
// The hash of what is sent: no page tells a time that passes by itself, so that it is the same while the standings are.
const withEtag = etag();
// A digest needs the whole body: what is streamed is never read twice.
app.use((c, next) => (["GET", "HEAD"].includes(c.req.method) ? withEtag(c, next) : next()));
app.use(async (c, next) => {
  c.set("settings", readSettings(c.env as unknown as Record<string, unknown>));
  c.set("db", database(c.env.DB));
  c.set("clock", systemClock);
  await next();
});

for (const resource of [
  check,
  leaderboard,
  toolJson,
  probeLog,
  ledger,
  methodologyJson,
  healthz,
  probeTxt,
  robotsTxt,
  bot,
  assets,
  checkPage,
  listPage,
  serverPage,
])
  app.route("/", resource);

const READS = "GET, HEAD";
const LOGGED_PATH_CHARS = 200;

/** Methods that something answers to at this path. */
const allowed = (path: string): string =>
  Object.entries({ GET: READS, POST: "POST" })
    .filter(([method]) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method))
    .map(([, names]) => names)
    .join(", ");

app.notFound((c) => {
  const methods = allowed(c.req.path);
  if (methods !== "") {
    c.header("Allow", methods);
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    const use = methods === READS ? "is only read" : "takes another method";
    return answer(c, new Problem(405, "Method not allowed", `This address ${use}; allowed: ${methods}.`));
  }
  return answer(
    c,
    new Problem(
      404,
      "Not found",
      "Nothing lives at this address; / lists the servers, /api/v2/leaderboard the same as JSON.",
    ),
  );
});

app.onError((error, c) => {
  if (error instanceof Problem) return answer(c, error);
  const isSettings = error instanceof SettingsError;
  logFault("route_failed", error, {
    path: plainText(c.req.path, LOGGED_PATH_CHARS),
    // One line a setting, in our own words, and an operator needs them all.
    ...(isSettings && { settings: error.message }),
  });
  return answer(
    c,
    isSettings
      ? new Problem(
          500,
          "Wrong settings",
          "This instance has a wrong setting; its operator finds the name in the log.",
        )
      : new Problem(
          500,
          "Our fault",
          "Something failed on our side; it has been logged. Try again in a minute.",
        ),
  );
});

type AppContext = Parameters<Parameters<typeof app.notFound>[0]>[0];

/** A problem as JSON or as a page, by Accept. */
function answer(c: AppContext, problem: Problem): Response | Promise<Response> {
  if (!wantsHtml(c)) return problemJson(c, problem);
  const settings = c.get("settings");
  return c.html(
    <ProblemPage
      siteName={settings?.SITE_NAME ?? "Plumbline"}
      siteUrl={settings?.SITE_URL ?? ""}
      simulated={settings?.PRACTICE_HISTORY ?? false}
      path={c.req.path}
      title={problem.title}
      detail={problem.message}
    />,
    problem.status,
    problem.headers,
  );
}
