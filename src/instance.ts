import { identity, type Identity } from "./probe/identity.ts";
import type { Settings } from "./settings.ts";

/** Version of the program, part of the bot's User-Agent. */
export const VERSION = "0.1.0";

/** Who this instance says it is. */
export const instanceIdentity = (settings: Settings): Identity =>
  identity({ bot: settings.BOT_NAME, version: VERSION, site: settings.SITE_URL });
