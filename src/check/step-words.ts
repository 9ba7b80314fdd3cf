import type { PublicCheckLine } from "../contract/check-line.ts";

export type StepLine = Exclude<PublicCheckLine, { kind: "problem" | "done" }>;

/** One step as people read it. */
export interface StepWords {
  readonly text: string;
  /** It says how the step before it went, and takes its place. */
  readonly replaces: boolean;
}

/** A step in words; `before` is the one that was told last, null at first. */
export function stepWords(line: StepLine, before: StepLine | null): StepWords {
  switch (line.kind) {
    case "look_up":
      return { text: "Asking whether the host has opted out (TXT record, robots.txt)", replaces: false };
    case "waiting":
      return {
        text: `Waiting for the host's limit until ${line.until.slice(11, 19)} UTC`,
        replaces: before?.kind === "waiting",
      };
    case "request":
      return { text: line.attempt > 1 ? `${line.step}, once more` : line.step, replaces: false };
    case "answer": {
      const status = line.http_status === null ? [] : [`HTTP ${line.http_status}`];
      const how = [line.end.replaceAll("_", " "), ...status, `${line.took_ms} ms`].join(", ");
      return {
        text: `${line.step}: ${how}`,
        replaces: before?.kind === "request" && before.step === line.step,
      };
    }
  }
}
