import { connect } from "cloudflare:sockets";
import { systemClock } from "../../../src/lib/clock.ts";
import { freshMemory } from "../../../src/probe/memory.ts";
import { createEdgeTransport } from "../../../src/probe/transport/edge.ts";
import { visitMember } from "./visit-member.ts";

/** One visit in workerd to the URL in the request's body; answers its outcome. */
export default {
  async fetch(incoming: Request): Promise<Response> {
    const url = await incoming.text();
    const transport = createEdgeTransport({ clock: systemClock, connect });
    const { observation } = await visitMember(url, freshMemory(), transport, systemClock);
    return new Response(observation.outcome);
  },
};
