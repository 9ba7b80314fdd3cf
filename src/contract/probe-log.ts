import * as z from "zod";
import { observationSchema } from "./observation.ts";

/** Longest window of one request: a day of slots, three networks and more. */
export const PROBE_LOG_WINDOW_MS = 86_400_000;

const moment = z.iso
  .datetime({ error: "allowed: a UTC time such as 2026-11-30T12:00:00Z" })
  .transform((text) => Date.parse(text));

/** Query of `/api/v2/tools/:slug/probes`: the 24 h before `to` (now) unless `from` says less. */
export const probeLogQuerySchema = z.strictObject({ from: moment.optional(), to: moment.optional() });

/** `/api/v2/tools/:slug/probes`: raw observations by slot start in [from, to), newest first; kept 35 days. */
export const probeLogSchema = z.object({
  slug: z.string(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  observations: z.array(observationSchema),
});
export type ProbeLog = z.infer<typeof probeLogSchema>;
