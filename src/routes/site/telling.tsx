import { html } from "hono/html";
import { stepWords, type StepLine } from "../../check/step-words.ts";
import { type CheckEnd, CheckResult, type CheckResultProps } from "../../views/check-result.tsx";
import { BROKE_OFF, problemOf, type RunningCheck } from "../check-call.ts";
import { Problem } from "../problem.ts";
import type { Source } from "../text-stream.ts";

/** One step of a check, for the page's script. */
interface ToldStep {
  readonly say: string;
  readonly replaces: boolean;
}

/** A check told: its steps in words, then its end. */
export class Telling implements Source<ToldStep> {
  readonly #begun: RunningCheck | Problem;
  readonly #steps: string[] = [];
  #before: StepLine | null = null;
  #end: CheckEnd | null = null;
  /** Whether the end has been told too. */
  isTold = false;

  constructor(begun: RunningCheck | Problem) {
    this.#begun = begun;
    if (begun instanceof Problem) this.#end = problemEnd(begun);
  }

  /** The next step; null when the check is over. */
  async next(): Promise<ToldStep | null> {
    if (this.#begun instanceof Problem || this.#end !== null) return null;
    const line = await this.#begun.next();
    if (line === null) return null;
    if (line.kind === "problem") this.#end = problemEnd(problemOf(line));
    else if (line.kind === "done") this.#end = { kind: "report", report: line.report };
    else return this.#step(line);
    return null;
  }

  #step(line: StepLine): ToldStep {
    const { text: say, replaces } = stepWords(line, this.#before);
    this.#before = line;
    if (replaces) this.#steps.pop();
    this.#steps.push(say);
    return { say, replaces };
  }

  /** Waits for the end of the check; its HTML. */
  async toEnd(server: CheckResultProps["server"]): Promise<string> {
    while ((await this.next()) !== null);
    this.isTold = true;
    const end = this.#end ?? problemEnd(BROKE_OFF);
    return html`${<CheckResult end={end} server={server} steps={this.#steps} />}`;
  }

  async cancel(): Promise<void> {
    if (!(this.#begun instanceof Problem)) await this.#begun.cancel();
  }
}

const problemEnd = ({ title, message: detail }: Problem): CheckEnd => ({ kind: "problem", title, detail });
