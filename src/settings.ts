import * as z from "zod";

/**
 * The instance: its names, contacts, network and switches, read from the Worker's variables (wrangler.toml `[vars]`).
 * Validated before anything else runs; `readSettings` stops with the field's name, what was found and what is allowed.
 */

const flag = (what: string) =>
  z
    .enum(["true", "false"], { error: `allowed: "true" or "false" (${what})` })
    .transform((text) => text === "true");

const ORIGIN =
  "allowed: an absolute http:// or https:// URL of a host alone, without user-info, path or query";
const SITE_NAME = "allowed: 1 to 60 characters on one line";
const RESOLVERS =
  "allowed: one to four DNS-over-HTTPS URLs separated by spaces (two are needed for a DNS verdict)";
const CONTACT = "allowed: a mailto: address or an https:// URL";
const LISTINGS =
  'allowed: a JSON array of {"name", "url", "title"?, "transport"?, "optout"?, "pause"?: {"from", "to"?}}';
const LISTINGS_MAX = 1_000;
const SHORT_TEXT = "1 to 200 characters on one line";
const URL_TEXT = "1 to 2,048 characters on one line";
const PAUSE = "a UTC time like 2027-01-31T08:00:00Z";

/** Text on one line that D1 gives back as it took it: no control characters, no half of a surrogate pair. */
const line = (error: string) =>
  z
    .string({ error })
    .trim()
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), { error });

const listingSchema = z.strictObject({
  name: line(SHORT_TEXT).min(1, SHORT_TEXT).max(200, SHORT_TEXT),
  url: line(URL_TEXT).min(1, URL_TEXT).max(2_048, URL_TEXT),
  title: line(SHORT_TEXT).min(1, SHORT_TEXT).max(200, SHORT_TEXT).optional(),
  transport: z.enum(["streamable-http", "http+sse"]).optional(),
  optout: z.boolean({ error: "true or false" }).optional(),
  pause: z
    .strictObject({ from: z.iso.datetime({ error: PAUSE }), to: z.iso.datetime({ error: PAUSE }).optional() })
    .refine(({ from, to }) => to === undefined || Date.parse(from) < Date.parse(to), {
      error: "from must be before to",
    })
    .optional(),
});

const listingsSchema = z
  .array(listingSchema)
  .max(LISTINGS_MAX, `at most ${LISTINGS_MAX.toLocaleString("en")} entries`)
  .superRefine((entries, context) => {
    // Of two entries of one name one would be lost, and with it an opt-out.
    const seen = new Map<string, number>();
    for (const [at, { name }] of entries.entries()) {
      const before = seen.get(name);
      if (before !== undefined)
        context.addIssue({
          code: "custom",
          path: [at, "name"],
          message: `entry ${before} has this name too`,
        });
      seen.set(name, at);
    }
  });

/** One manual entry of the list of servers: `url` is kept as written, the probe's door judges it. */
export type Listing = z.infer<typeof listingSchema>;

const matching = (form: RegExp, error: string) => z.string({ error }).regex(form, { error });

const settingsSchema = z
  .object({
    ENVIRONMENT: z.enum(["development", "production"], { error: 'allowed: "development" or "production"' }),
    SITE_NAME: line(SITE_NAME).min(1, SITE_NAME).max(60, SITE_NAME),
    SITE_URL: z
      .string({ error: ORIGIN })
      .refine(isOrigin, { error: ORIGIN })
      .transform((url) => new URL(url).origin),
    BOT_NAME: matching(
      /^[A-Za-z][A-Za-z0-9-]{1,31}$/,
      "allowed: 2 to 32 letters, digits and hyphens, a letter first",
    ),
    CONTACT: matching(/^(mailto:[^\s@<>"]+@[^\s@<>"]+|https:\/\/[^\s<>"]+)$/, CONTACT),
    EDGE_NETWORK: matching(
      /^[a-z][a-z0-9-]{0,31}$/,
      "allowed: 1 to 32 lower-case letters, digits and hyphens, a letter first",
    ),
    RESOLVERS: z
      .string({ error: RESOLVERS })
      .transform((text) => text.split(/\s+/).filter(Boolean))
      .refine((urls) => urls.length >= 1 && urls.length <= 4 && urls.every(isHttpUrl), { error: RESOLVERS }),
    ALLOW_LOOPBACK_TARGETS: flag("development only: admits 127.0.0.0/8, ::1 and localhost"),
    PRACTICE_HISTORY: flag("development only: the fleet has a simulated past, and every page says so"),
    LISTINGS: z.string({ error: LISTINGS }).transform(parseListings),
  })
  .superRefine((settings, context) => {
    if (settings.ENVIRONMENT !== "production") return;
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (settings.ALLOW_LOOPBACK_TARGETS) {
      refuse(
        "ALLOW_LOOPBACK_TARGETS",
        'allowed in production: "false" (loopback targets are a development switch)',
      );
    }
    for (const name of ["SITE_URL", "CONTACT"] as const)
      if (/[@./]example\.(org|com|net)\b/.test(settings[name])) {
        refuse(name, "allowed in production: your own, not the example");
      }
    if (settings.PRACTICE_HISTORY) {
      refuse("PRACTICE_HISTORY", 'allowed in production: "false" (a simulated past is for practice)');
    }
    if (!settings.SITE_URL.startsWith("https://"))
      refuse("SITE_URL", "allowed in production: an https:// URL");
    if (new Set(settings.RESOLVERS.filter(isHttpUrl).map((url) => new URL(url).hostname)).size < 2)
      refuse("RESOLVERS", "allowed in production: at least two resolvers on hosts of their own");
    if (settings.RESOLVERS.some((url) => !url.startsWith("https://"))) {
      refuse("RESOLVERS", "allowed in production: https:// resolvers only");
    }
  });

export type Settings = z.infer<typeof settingsSchema>;

/** Thrown by `readSettings`; the message is one line a setting, ready to print. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Settings whose URLs may carry keys: what was found is not repeated. */
const UNTOLD: ReadonlySet<string> = new Set(["LISTINGS", "RESOLVERS"]);

/** Variables do not change while a Worker lives, and every request asks: a thousand listings are read once. */
const READ = new WeakMap<object, Settings>();

/** Reads and validates the variables. Throws `SettingsError` naming every wrong or missing one. */
export function readSettings(variables: Readonly<Record<string, unknown>>): Settings {
  const known = READ.get(variables);
  if (known !== undefined) return known;
  const parsed = settingsSchema.safeParse(variables);
  if (parsed.success) {
    READ.set(variables, parsed.data);
    return parsed.data;
  }
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? "settings");
    const found = variables[name];
    if (found === undefined) return `setting ${name} is missing; ${issue.message}`;
    return `setting ${name} is wrong: ${UNTOLD.has(name) ? "" : `found ${JSON.stringify(found).slice(0, 200)}; `}${issue.message}`;
  });
  throw new SettingsError(lines.join("\n"));
}

function isOrigin(text: string): boolean {
  if (!isHttpUrl(text)) return false;
  const { href, origin } = new URL(text);
  return href === `${origin}/`;
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function parseListings(text: string, context: z.RefinementCtx): Listing[] {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: `${LISTINGS}; this is not JSON` });
    return z.NEVER;
  }
  const parsed = listingsSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  const where = first?.path.length ? `entry ${first.path.join(".")}: ` : "";
  context.addIssue({ code: "custom", message: `${LISTINGS}; ${where}${first?.message ?? ""}` });
  return z.NEVER;
}
