import type { Door, DoorFailure, DoorRequest, DoorResponse } from "../door.ts";
import { NO_PHASES } from "../door.ts";
import { err, ok } from "../../lib/result.ts";

/** What one URL answers: a status with body and headers, a failure of the door, or silence until the deadline. */
export type Scripted =
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: readonly (readonly [string, string])[];
    }
  | { readonly failure: DoorFailure["outcome"] }
  | "silent"
  | "silent_body";

/** A Door for tests that answers from a table by exact URL, 404 for every other, and keeps what it was asked. */
export function scriptedDoor(answers: Readonly<Record<string, Scripted>>) {
  const requests: DoorRequest[] = [];
  let openBodies = 0;
  /** Gives its text when it is pulled and only then ends; null never gives anything. */
  const body = (text: string | null) => {
    const chunks =
      text === null ? null : [new TextEncoder().encode(text)].filter((chunk) => chunk.length > 0);
    openBodies += 1;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (chunks === null) return new Promise(() => undefined);
          const chunk = chunks.shift();
          if (chunk !== undefined) return controller.enqueue(chunk);
          openBodies -= 1;
          return controller.close();
        },
        cancel() {
          openBodies -= 1;
        },
      },
      { highWaterMark: 0 },
    );
  };
  const door: Door = {
    async request(request, signal) {
      requests.push(request);
      const answer = answers[request.url] ?? { status: 404 };
      if (answer === "silent") {
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener("abort", () => resolve());
        });
        return err(failure("timeout"));
      }
      if (answer !== "silent_body" && "failure" in answer) return err(failure(answer.failure));
      const response: DoorResponse = {
        status: answer === "silent_body" ? 200 : answer.status,
        headers: answer === "silent_body" ? [] : (answer.headers ?? []),
        body: body(answer === "silent_body" ? null : (answer.body ?? "")),
        phases: NO_PHASES,
        incompleteChain: false,
        bodyFailure: () => failure("connect_failure"),
      };
      return ok(response);
    },
    close: () => Promise.resolve(),
  };
  return { door, requests, openBodies: () => openBodies };
}

const failure = (outcome: DoorFailure["outcome"]): DoorFailure => ({
  outcome,
  error: { code: "connect_failed", note: "" },
  httpStatus: null,
  retryable: false,
});
