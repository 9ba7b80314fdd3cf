import * as z from "zod";
import { HOUR_MS } from "../lib/utc.ts";
import { SCHEDULE } from "../limits.ts";
import { documentStateSchema } from "./front-door.ts";
import { eraSchema, outcomeSchema, toolsOkSchema } from "./observation.ts";
import { TIERS } from "./readings.ts";
import { TOOL_CHANGE_KINDS } from "./tool-change.ts";

/**
 * The closed-hour ledger, published at `/api/v2/tools/:slug/ledger`: everything a formula reads to compute the numbers
 * of one endpoint, and nothing else. Whoever holds it recomputes them (`plumbline verify`).
 */

/**
 * What a document may hold at most, so that reading one of a stranger's site is bounded in time and memory. Far above what an instance
 * writes.
 */
export const LEDGER_LIMITS = {
  /** Networks of all hours together, and of the bulletin. */
  networks: 64,
  /** Quarantine windows: every aligned one of the 35 days. */
  windows: 10_080,
  /** Ends of removals and opt-outs. */
  spellStarts: 1_000,
} as const;

/** The last moment that a date can name. */
const LAST_MS = 8_640_000_000_000_000;
/** Milliseconds since 1970 UTC. */
const instant = z.int().nonnegative().max(LAST_MS);
/** Whole UTC hours since 1970. */
const hourIndex = z
  .int()
  .nonnegative()
  .max(LAST_MS / HOUR_MS);
const SLOTS_PER_HOUR = HOUR_MS / SCHEDULE.slotMs;
const milliseconds = z.int().nonnegative();

/** Outcomes of slots in which nothing was sent or our own side failed: no row of the ledger. */
const NOT_RUN = new Set(["target_not_allowed", "templated", "opted_out", "skipped", "probe_fault"]);

/** Whether an observation has a row in the ledger. */
export const inLedger = (outcome: z.infer<typeof outcomeSchema>): boolean => !NOT_RUN.has(outcome);

/** One probe, cut to what formulas and checks read. */
export const ledgerProbeSchema = z.strictObject({
  slot: z.int().nonnegative(),
  started_at: instant,
  outcome: outcomeSchema,
  http_status: z.int().min(100).max(999).nullable(),
  tools_ok: toolsOkSchema.nullable(),
  tool_count: z.int().nonnegative().nullable(),
  /** A complete tool list was read (its shape hash exists). */
  complete_list: z.boolean(),
  /** Null also where the times were discarded because our own process stalled. */
  first_answer_ms: milliseconds.nullable(),
  total_ms: milliseconds.nullable(),
  era: eraSchema.nullable(),
  revision: z.string().max(32).nullable(),
  /** The server gave itself a non-empty name; the name is no input. */
  named: z.boolean(),
});
export type LedgerProbe = z.infer<typeof ledgerProbeSchema>;

/** Order of the values in a published row; `named` and `complete_list` are 0 or 1 there. */
export const PROBE_COLUMNS = [
  "slot",
  "started_at",
  "outcome",
  "http_status",
  "tools_ok",
  "tool_count",
  "complete_list",
  "first_answer_ms",
  "total_ms",
  "era",
  "revision",
  "named",
] as const satisfies readonly (keyof LedgerProbe)[];

const bit = z.union([z.literal(0), z.literal(1)]);
const fields = ledgerProbeSchema.shape;
/** A probe as published: one array in the order of `columns`, a fifth of the size of the object. */
export const probeRowSchema = z.tuple([
  fields.slot,
  fields.started_at,
  fields.outcome,
  fields.http_status,
  fields.tools_ok,
  fields.tool_count,
  bit,
  fields.first_answer_ms,
  fields.total_ms,
  fields.era,
  fields.revision,
  bit,
]);
export type ProbeRow = z.infer<typeof probeRowSchema>;

/** One closed hour of one network. */
const hourHead = {
  network: z.string().min(1),
  hour: hourIndex,
  /** Slots that were due in the hour. */
  due: z.int().nonnegative().max(SLOTS_PER_HOUR),
  /**
   * Due slots skipped because of the endpoint, its host or its owner: rate-limit ladder, `Retry-After`, the sentinel rule of an
   * unreachable host, a pause. Slots that we skipped for our own reasons are not among them. Ascending.
   */
  held: z.array(z.int().nonnegative()).max(SLOTS_PER_HOUR),
  /** Effective probe interval of the network at the end of the hour, seconds; whole slots. */
  interval_s: z
    .int()
    .positive()
    .multipleOf(SCHEDULE.slotMs / 1000),
};
const ofHour = (hour: number, slots: readonly number[]): boolean =>
  slots.every((slot) => Math.floor(slot / SLOTS_PER_HOUR) === hour);
const OTHER_HOUR = "a slot of another hour";
export const ledgerHourSchema = z
  .strictObject({ ...hourHead, probes: z.array(ledgerProbeSchema).max(SLOTS_PER_HOUR) })
  .refine(
    ({ hour, held, probes }) =>
      ofHour(hour, held) &&
      ofHour(
        hour,
        probes.map(({ slot }) => slot),
      ),
    OTHER_HOUR,
  );
export type LedgerHour = z.infer<typeof ledgerHourSchema>;
export const hourRowSchema = z
  .strictObject({ ...hourHead, rows: z.array(probeRowSchema).max(SLOTS_PER_HOUR) })
  .refine(
    ({ hour, held, rows }) =>
      ofHour(hour, held) &&
      ofHour(
        hour,
        rows.map(([slot]) => slot),
      ),
    OTHER_HOUR,
  );
export type HourRow = z.infer<typeof hourRowSchema>;

/** What changed between two complete lists, and the mark of a list that alternates (`drift-v1`). */
export const DRIFT_KINDS = [...TOOL_CHANGE_KINDS, "unstable_list"] as const;
export const driftKindSchema = z.enum(DRIFT_KINDS);
export type DriftKind = z.infer<typeof driftKindSchema>;

/** All changes between two lists, agreed by two networks or by two probes running of the only one. */
export const driftEventSchema = z.strictObject({
  /** Deterministic, so that a second arrival changes nothing. */
  id: z.string().min(1),
  /** Start of the probe that saw it first; of an unstable list, which lasts: of the latest probe that saw it. */
  at: instant,
  networks: z.array(z.string()),
  kinds: z.array(driftKindSchema).min(1),
});
export type DriftEvent = z.infer<typeof driftEventSchema>;

const count = z.int().nonnegative();
/** Facts about one complete tool list, counted at probe time; no text of the server. */
export const listFactsSchema = z.strictObject({
  at: instant,
  network: z.string().min(1),
  tools: count,
  /** Tools with a non-empty description. */
  described: count,
  /** Tools whose trimmed description has at least 20 UTF-16 units. */
  described_20: count,
  /** Tools whose input schema is an object with `type` exactly "object". */
  object_schemas: count,
  /** Properties declared at any depth (check 15), and those of them with a non-empty description. */
  properties: count,
  properties_described: count,
  /** Tools that declare a boolean `readOnlyHint` or `destructiveHint`. */
  hinted: count,
  /** Tools that declare `readOnlyHint: true`; `destructiveHint: true`. */
  read_only: count,
  destructive: count,
});
export type ListFacts = z.infer<typeof listFactsSchema>;

/** *open*: no challenge; *gated*: a 401/403 challenge or 402; *unknown*: never successful. */
export const tierSchema = z.enum(TIERS);
export type Tier = z.infer<typeof tierSchema>;

const share = z.number().min(0).max(1);
/** A tier that began at `at`, with the last observed inputs before it (published form). */
export const tierSpanSchema = z.strictObject({
  at: instant,
  tier: tierSchema,
  last_observed: z.strictObject({
    l: share.nullable(),
    s: share.nullable(),
    definitions: share.nullable(),
  }),
});
export type TierSpan = z.infer<typeof tierSpanSchema>;

/** What the front door of a gated endpoint showed. */
export const doorFactsSchema = z.strictObject({
  at: instant,
  /** Scheme of the challenge: Bearer (or any with `resource_metadata`), another one, or no challenge. */
  challenge: z.enum(["oauth", "other", "none"]),
  resource_metadata: documentStateSchema,
  authorization_server: documentStateSchema,
  /** It was found at the origin of the endpoint, the place of revision 2025-03-26. */
  authorization_server_at_origin: z.boolean(),
});
export type DoorFacts = z.infer<typeof doorFactsSchema>;

/** A published window in which a network's own side was in doubt: its probes are read as `probe_fault`. */
export const quarantineWindowSchema = z.strictObject({
  network: z.string().min(1),
  from: instant,
  to: instant,
});
export type QuarantineWindow = z.infer<typeof quarantineWindowSchema>;

/** One prior in force: the literal, or the median of `n` rated open primary endpoints. */
export const priorSchema = z.strictObject({
  value: share,
  source: z.enum(["literal", "median"]),
  n: count,
});
export type Prior = z.infer<typeof priorSchema>;

/**
 * What the publisher, the registry and public look-ups say about a server: the inputs of `trust-v1` and of checks 5, 10, 12 and
 * 17–22. Hosts and domains are lower case; a registrable domain is one label under a public suffix.
 */
export const publisherSchema = z.strictObject({
  /** Registry name such as `com.example/weather`, or the name of the manual entry. */
  name: z.string().min(1),
  source: z.enum(["registry", "manual"]),
  registry_status: z.enum(["active", "deprecated", "deleted"]).nullable(),
  registry_updated_at: instant.nullable(),
  endpoint_scheme: z.enum(["https", "http"]),
  endpoint_host: z.string(),
  endpoint_domain: z.string().nullable(),
  namespace: z.strictObject({
    /** `domain`: reversed domain name; `github`: `io.github.<login>`; `other`: anything else. */
    kind: z.enum(["domain", "github", "other"]),
    /** The domain that the namespace spells, and its registrable domain; null unless `kind` is `domain`. */
    domain: z.string().nullable(),
    registrable_domain: z.string().nullable(),
    /** GitHub login; null unless `kind` is `github`. */
    login: z.string().nullable(),
    /** Servers listed under the namespace. */
    servers: z.int().nonnegative(),
  }),
  website: z
    .strictObject({
      /** Host without a leading `www.`. */
      host: z.string(),
      domain: z.string().nullable(),
    })
    .nullable(),
  /** Null where the record has none (`{}` is none); `github_owner` null where it is not on GitHub. */
  repository: z.strictObject({ url: z.string(), github_owner: z.string().nullable() }).nullable(),
  /** A completed licence look-up; null where none was completed. */
  licence: z.strictObject({ spdx: z.string().nullable(), osi: z.boolean(), at: instant }).nullable(),
  /** OpenSSF Scorecard 0–10 with its −1 checks dropped; null where it has none. */
  scorecard: z.number().min(0).max(10).nullable(),
  /** A machine-readable status feed is published. */
  status_feed: z.boolean(),
  /** The listing declares a required header or variable that is secret or named like a credential. */
  credential_required: z.boolean(),
  /** A quote of the publisher's own page about its price; null where there is none. */
  price_quote: z
    .strictObject({ says: z.enum(["free", "freemium", "paid"]), url: z.string(), verified_at: instant })
    .nullable(),
});
export type PublisherFacts = z.infer<typeof publisherSchema>;

/** What holds for every endpoint of the instance; read in the same batch as the hourly write. */
export const bulletinSchema = z.strictObject({
  networks: z
    .array(z.strictObject({ name: z.string().min(1), fixed_location: z.boolean() }))
    .max(LEDGER_LIMITS.networks),
  priors: z.strictObject({
    /** UTC day on which they were computed, `YYYY-MM-DD`. */
    date: z.iso.date(),
    l: priorSchema,
    s: priorSchema,
  }),
  windows: z.array(quarantineWindowSchema).max(LEDGER_LIMITS.windows),
  /** Version ids in force, by subject. */
  versions: z.record(z.string(), z.string()),
  /** Agent look-ups as the fourth part of the rank score; null while switched off. */
  lookups: z.strictObject({ max_visits_30d: count }).nullable(),
});
export type Bulletin = z.infer<typeof bulletinSchema>;

/** States of a listing that take its score away, and the plain one. */
export const listingStateSchema = z.enum([
  "listed",
  "under_review",
  "delisted",
  "refused",
  "frozen",
  "removed",
]);

const ledgerHead = {
  version: z.literal("ledger-v1"),
  /** True for histories made by the simulator, never for measurements. */
  simulated: z.boolean(),
  /** Endpoint id. */
  endpoint: z.string().min(1),
  /** First hour that is not closed yet: every number is as of its beginning. */
  as_of_hour: hourIndex,
  drift: z.array(driftEventSchema),
  /** Facts of complete lists; the newest before the end of the last closed hour is read. */
  lists: z.array(listFactsSchema),
  /** Oldest first; the first entry begins with the endpoint. */
  tiers: z.array(tierSpanSchema),
  /** Changes of what the front door showed, any order. */
  front_door: z.array(doorFactsSchema),
  listing: z.strictObject({
    state: listingStateSchema,
    /** Begin of the owner's running pause. */
    paused_since: instant.nullable(),
    /** Ends of removals and opt-outs: each begins a new spell (`evidence-v1`). */
    spell_starts: z.array(instant).max(LEDGER_LIMITS.spellStarts),
    /** Field reports of 7 days by reporters that count (`reports-v1`); null where there are none. */
    reports: z
      .strictObject({ reporters: count, reports: count, failure_pct: z.number().min(0).max(100) })
      .nullable(),
    /** Look-ups of the server in 30 days; 0 while switched off. */
    visits_30d: count,
  }),
  publisher: publisherSchema,
  bulletin: bulletinSchema,
};

/** Each hour of a network once, and not more networks than a document may hold. */
function hoursOnce(hours: readonly { readonly network: string; readonly hour: number }[]): boolean {
  const byNetwork = new Map<string, Set<number>>();
  for (const { network, hour } of hours) {
    const known = byNetwork.get(network) ?? new Set();
    if (known.has(hour)) return false;
    byNetwork.set(network, known.add(hour));
    if (byNetwork.size > LEDGER_LIMITS.networks) return false;
  }
  return true;
}
const hoursOf = <T extends z.ZodType<{ network: string; hour: number }>>(row: T) =>
  z
    .array(row)
    .refine(hoursOnce, `an hour of a network twice, or more than ${LEDGER_LIMITS.networks} networks`);

/** The ledger in memory: what `fold` takes. */
export const ledgerSchema = z.strictObject({ ...ledgerHead, hours: hoursOf(ledgerHourSchema) });
export type Ledger = z.infer<typeof ledgerSchema>;

/** The ledger as published. */
export const ledgerDocumentSchema = z.strictObject({
  ...ledgerHead,
  columns: z
    .array(z.enum(PROBE_COLUMNS))
    .refine((columns) => columns.join() === PROBE_COLUMNS.join(), "columns in another order than ours"),
  hours: hoursOf(hourRowSchema),
});
export type LedgerDocument = z.infer<typeof ledgerDocumentSchema>;
