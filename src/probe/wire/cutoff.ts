import type { Clock } from "../../lib/clock.ts";

/** The end of one request, as the platform wants it and as a promise: a listener costs more than a `then`. */
export interface Cutoff {
  readonly signal: AbortSignal;
  /** Resolves when the signal aborts, never otherwise. */
  readonly aborted: Promise<null>;
}

/** Runs `work` under a limit; it is cut off when the limit passes or `outer` aborts. The timer is always cleared. */
export async function withCutoff<T>(
  clock: Clock,
  limitMs: number,
  outer: AbortSignal,
  work: (cutoff: Cutoff) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<null>();
  const cut = () => {
    controller.abort();
    resolve(null);
  };
  if (outer.aborted) cut();
  outer.addEventListener("abort", cut);
  const cancel = clock.after(limitMs, cut);
  try {
    return await work({ signal: controller.signal, aborted: promise });
  } finally {
    cancel();
    outer.removeEventListener("abort", cut);
  }
}
