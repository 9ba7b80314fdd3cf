/** Who we say we are, in every request and from every network alike (METHOD.md section 1). */
export interface Identity {
  /** `User-Agent` of every request. */
  readonly userAgent: string;
  /** `clientInfo.name` of the handshake. */
  readonly clientName: string;
  readonly clientVersion: string;
}

export interface IdentitySettings {
  /** Name of the bot, a `User-Agent` product token. */
  readonly bot: string;
  readonly version: string;
  /** Origin of the instance's site, without a trailing slash. */
  readonly site: string;
}

/** Builds the identity of an instance: `<Bot>/<version> (+<site>/bot; automated measurement; never calls tools)`. */
export const identity = ({ bot, version, site }: IdentitySettings): Identity => ({
  userAgent: `${bot}/${version} (+${site}/bot; automated measurement; never calls tools)`,
  clientName: bot,
  clientVersion: version,
});
