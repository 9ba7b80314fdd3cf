import type { HeaderLines } from "./wire/headers.ts";

/** Visible ASCII, as the specification asks; anything else could not be sent back. */
const SESSION_ID = /^[\x21-\x7e]{1,1024}$/;

/** A server that hands out more ids than this in one probe is not going to be cleaned up by us. */
const SESSIONS_MAX = 16;

/** Every session id that any answer of this probe carried: each is ended, and no other. */
export class SessionLedger {
  readonly #open = new Set<string>();
  #unanswered = false;
  #unkept = false;

  /** Takes the ids of an answer; the last usable one is returned. */
  note(headers: HeaderLines): string | null {
    let last: string | null = null;
    for (const [name, value] of headers) {
      if (name !== "mcp-session-id") continue;
      if (!SESSION_ID.test(value)) continue;
      if (this.#open.size < SESSIONS_MAX || this.#open.has(value)) this.#open.add(value);
      else this.#unkept = true;
      last = value;
    }
    return last;
  }

  /** An `initialize` that was never answered may have opened what we cannot end. */
  noteUnanswered(): void {
    this.#unanswered = true;
  }

  get ids(): readonly string[] {
    return [...this.#open];
  }

  /** Something may be open that the DELETEs of `ids` cannot end. */
  get unreachable(): boolean {
    return this.#unanswered || this.#unkept;
  }
}
