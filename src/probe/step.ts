import type { ErrorCode } from "../contract/observation.ts";

/** Requests that a probe may send; there is no other. */
export const STEP_NAMES = [
  "server/discover",
  "initialize",
  "notifications/initialized",
  "tools/list",
  "prompts/list",
  "resources/list",
  "open stream",
  "end session",
  "public document",
] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** What a request ended in, in our words. */
export type StepEnd = "result" | "error" | "unchanged" | "accepted" | "stream open" | ErrorCode;

/** One line of a visit as it happens, for whoever watches (`/check`, the command line). */
export type VisitStep =
  | { readonly kind: "request"; readonly atMs: number; readonly step: StepName; readonly attempt: number }
  | {
      readonly kind: "answer";
      readonly atMs: number;
      readonly step: StepName;
      readonly tookMs: number;
      readonly status: number | null;
      readonly end: StepEnd;
    };
