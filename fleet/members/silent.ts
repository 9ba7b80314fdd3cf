import type { Member } from "../member.ts";
import { serve } from "../network/serve.ts";

/** Endpoints that take a connection and give nothing for it. */
export const SILENT_MEMBERS: readonly Member[] = [
  {
    name: "hang",
    description: "accepts every request and never answers",
    start: (site) => serve(site, (request) => void request.resume()),
  },
  {
    name: "reset",
    description: "reads the request, then resets the connection",
    start: (site) =>
      serve(site, (request) => {
        request.resume();
        request.on("end", () => request.socket.resetAndDestroy());
      }),
  },
];
