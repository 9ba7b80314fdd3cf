/** A promise that resolves with null when `signal` aborts; `dispose` lets go of the signal and must be called. */
export function whenAborted(signal: AbortSignal): {
  readonly promise: Promise<null>;
  readonly dispose: () => void;
} {
  const { promise, resolve } = Promise.withResolvers<null>();
  const abort = () => resolve(null);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return { promise, dispose: () => signal.removeEventListener("abort", abort) };
}
