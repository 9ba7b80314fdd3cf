import { connect } from "cloudflare:sockets";
import { createEdgeTransport } from "../../src/probe/transport/edge.ts";
import { FAST, fastClock } from "./fast-clock.ts";
import type { RealRequest } from "./visit-real.ts";
import { visitReal } from "./visit-real.ts";

/** Runs a visit in workerd: the request's JSON is a `RealRequest`, the answer's the visit, or why it threw. */
export default {
  async fetch(incoming: Request): Promise<Response> {
    const request: RealRequest = await incoming.json();
    const clock = fastClock(FAST);
    try {
      return Response.json({
        visit: await visitReal(request, createEdgeTransport({ clock, connect }), clock),
      });
    } catch (reason) {
      return Response.json({ thrown: String(reason) });
    }
  },
};
