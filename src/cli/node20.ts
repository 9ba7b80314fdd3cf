/** Adds what the shared code uses and Node 20 does not have yet; to be called before anything else runs. */
export function completeNode20(): void {
  if ("withResolvers" in Promise) return;
  Object.defineProperty(Promise, "withResolvers", {
    configurable: true,
    writable: true,
    value: withResolvers,
  });
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (reason?: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
