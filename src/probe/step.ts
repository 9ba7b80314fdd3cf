import type { StepEnd, StepName } from "../contract/check-line.ts";

export type { StepEnd, StepName };

/** One line of a visit as it happens, for whoever watches (`/check`, the command line). `atMs`: `Clock.elapsed()`. */
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
