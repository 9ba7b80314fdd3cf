import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { type PureOptions, type PureResult, runPure } from "./pure.ts";

type Message = { readonly hosts: number; readonly of: number } | { readonly result: PureResult };

/** Part (a) on a thread of its own, beside part (b). */
export function runPureAside(
  options: PureOptions,
  onProgress: (hostsDone: number, hosts: number) => void,
): Promise<PureResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  return new Promise((resolve, reject) => {
    worker.on("message", (message: Message) => {
      if ("result" in message) resolve(message.result);
      else onProgress(message.hosts, message.of);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread of part (a) ended with ${code}`)));
  });
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const say = (message: Message) => port.postMessage(message);
  const result = runPure(workerData as PureOptions, (hosts, of) => say({ hosts, of }));
  say({ result });
}
