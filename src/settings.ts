import { z } from "zod";

/**
 * The instance: its names, contacts, network and switches, read from the Worker's variables (wrangler.toml `[vars]`).
 * Validated before anything else runs; `readSettings` stops with the field's name, what was found and what is allowed.
 */

const flag = (what: string) =>
  z
    .enum(["true", "false"], { error: `allowed: "true" or "false" (${what})` })
    .transform((text) => text === "true");

const httpUrl = z.string().refine(isHttpUrl, { error: "allowed: an absolute http:// or https:// URL" });

const listingSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  url: z.string().min(1).max(2_048),
  title: z.string().trim().min(1).max(200).optional(),
  transport: z.enum(["streamable-http", "http+sse"]).optional(),
});

/** One manual entry of the list of servers: `url` is kept as written, the probe's door judges it. */
export type Listing = z.infer<typeof listingSchema>;

const settingsSchema = z
  .object({
    ENVIRONMENT: z.enum(["development", "production"], { error: 'allowed: "development" or "production"' }),
    SITE_NAME: z.string().trim().min(1, "allowed: 1 to 60 characters").max(60, "allowed: 1 to 60 characters"),
    SITE_URL: httpUrl.transform((url) => url.replace(/\/+$/, "")),
    BOT_NAME: z.string().regex(/^[A-Za-z][A-Za-z0-9-]{1,31}$/, {
      error: "allowed: 2 to 32 letters, digits and hyphens, a letter first",
    }),
    CONTACT: z.string().regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, {
      error: "allowed: a mailto: address or an https:// URL",
    }),
    EDGE_NETWORK: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, {
      error: "allowed: 1 to 32 lower-case letters, digits and hyphens, a letter first",
    }),
    RESOLVERS: z
      .string()
      .transform((text) => text.split(/\s+/).filter(Boolean))
      .refine((urls) => urls.length >= 1 && urls.length <= 4 && urls.every(isHttpUrl), {
        error:
          "allowed: one to four DNS-over-HTTPS URLs separated by spaces (two are needed for a DNS verdict)",
      }),
    ALLOW_LOOPBACK_TARGETS: flag("development only: admits 127.0.0.0/8, ::1 and localhost"),
    PRACTICE_HISTORY: flag("development only: the fleet has a simulated past, and every page says so"),
    LISTINGS: z.string().transform(parseListings),
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
    if (settings.PRACTICE_HISTORY) {
      refuse("PRACTICE_HISTORY", 'allowed in production: "false" (a simulated past is for practice)');
    }
    if (!settings.SITE_URL.startsWith("https://"))
      refuse("SITE_URL", "allowed in production: an https:// URL");
    if (settings.RESOLVERS.length < 2) refuse("RESOLVERS", "allowed in production: at least two resolvers");
    if (settings.RESOLVERS.some((url) => !url.startsWith("https://"))) {
      refuse("RESOLVERS", "allowed in production: https:// resolvers only");
    }
  });

export type Settings = z.infer<typeof settingsSchema>;

/** Thrown by `readSettings`; the message is one line a setting, ready to print. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads and validates the variables. Throws `SettingsError` naming every wrong or missing one. */
export function readSettings(variables: Readonly<Record<string, unknown>>): Settings {
  const parsed = settingsSchema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? "settings");
    const found = variables[name];
    if (found === undefined) return `setting ${name} is missing; ${issue.message}`;
    return `setting ${name} is wrong: found ${JSON.stringify(found).slice(0, 200)}; ${issue.message}`;
  });
  throw new SettingsError(lines.join("\n"));
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function parseListings(text: string, context: z.RefinementCtx): Listing[] {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    context.addIssue({
      code: "custom",
      message: 'allowed: a JSON array of {"name", "url"}; this is not JSON',
    });
    return z.NEVER;
  }
  const parsed = z.array(listingSchema).max(1_000).safeParse(raw);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  context.addIssue({
    code: "custom",
    message: `allowed: a JSON array of {"name", "url", "title"?, "transport"?}; entry ${first?.path.join(".") ?? ""}: ${first?.message ?? ""}`,
  });
  return z.NEVER;
}
