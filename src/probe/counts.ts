import type { ProbeState } from "./probe-state.ts";
import type { Channel } from "./wire/channel.ts";
import { MESSAGE_ID } from "./wire/messages.ts";
import { readPages } from "./wire/pages.ts";

/** How many prompts and resources an open endpoint lists; null where it declares none or did not answer. */
export interface ListCounts {
  readonly prompts: number | null;
  readonly resources: number | null;
}

/** Counts the two other lists of an open endpoint that declares them; nothing of them is kept. */
export async function readCounts(state: ProbeState, channel: Channel): Promise<ListCounts> {
  return {
    prompts: await count(state, channel, "prompts"),
    resources: await count(state, channel, "resources"),
  };
}

async function count(
  state: ProbeState,
  channel: Channel,
  member: "prompts" | "resources",
): Promise<number | null> {
  if (!Object.hasOwn(channel.capabilities, member)) return null;
  const pages = await readPages(state, channel, {
    method: `${member}/list`,
    member,
    firstId: MESSAGE_ID[member],
    retry: false,
  });
  return pages.firstResult === null ? null : pages.items.length;
}
