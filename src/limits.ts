/**
 * Every limit and politeness number of the method, once, with its unit in its name (METHOD.md sections 1, 4 and 10).
 * Code, `/probe.txt` and `methodology.json` read them from here.
 */
export const LIMITS = {
  /** One response, to the last byte we need. */
  responseTimeoutMs: 10_000,
  /** One probe, everything that belongs to the observation included. */
  probeTimeoutMs: 25_000,
  /** First question to an endpoint whose era is not known; no retry. */
  unknownEraTimeoutMs: 5_000,
  /** A handshake answer, a discover answer or a public document. */
  handshakeBytes: 256 * 1024,
  /** One page of a list. */
  listPageBytes: 1024 * 1024,
  listPages: 10,
  /** Text of all pages of one list together: ten pages at their limit are more than a probe may hold. */
  listTextChars: 2 * 1024 * 1024,
  jsonDepth: 64,
  jsonValues: 50_000,
  redirects: 2,
  retries: 1,
  retryDelayMinMs: 1_000,
  retryDelayMaxMs: 2_000,
  /** Further `initialize` attempts after a refusal over the revision. */
  revisionAttempts: 3,
  /** A stall of our own process longer than this makes the times of a probe worthless. */
  stallMs: 50,
  toolNameChars: 128,
  toolNamesShown: 512,
  selfReportedChars: 128,
  propertyTypeChars: 64,
  /** Top-level properties and required names kept of one tool, and of one list; the hashes cover all of them. */
  toolPropertiesKept: 512,
  listPropertiesKept: 8_192,
  /** Tools kept of one list; the shape hash covers all of them. */
  listToolsKept: 2_048,
  /** UTF-16 units of one description, and of one list, that the instruction-like patterns look at. */
  patternChars: 16_384,
  listPatternChars: 256 * 1024,
  errorNoteChars: 120,
  /** Age up to which a DNS answer is trusted where the transport cannot pin an address. */
  dnsMaxAgeMs: 300_000,
  dnsMinAgeMs: 60_000,
  /** One question to one resolver (our judgement). */
  dnsQueryTimeoutMs: 3_000,
  /** All header lines of one response together. */
  headerBytes: 64 * 1024,
  robotsBytes: 500 * 1024,
  /** One look at a front door: header values and authorization servers followed, locations, requests with redirects. */
  frontDoorHeaderUrls: 4,
  frontDoorAuthorizationServers: 4,
  frontDoorLocations: 28,
  frontDoorRequests: 24,
} as const;

/** The fixed grid and the host limits (METHOD.md section 4, `schedule-v1`). */
export const SCHEDULE = {
  slotMs: 300_000,
  hostStartsPerSecond: 1,
  hostInProgress: 4,
  crawlDelayMaxMs: 2_000,
  /** Requests that one HostDO keeps in flight at once, of whatever kind. */
  outgoingPermits: 5,
  /** One turn of a HostDO, its last probe included. */
  alarmTurnMs: 60_000,
} as const;

/** What a stranger may ask of us, so that nobody can use us as a hammer or a scanner (our judgement). */
export const CLIENT_LIMITS = {
  /** `/check` and `/api/v2/check`, of one client network together; wrangler.toml `CHECK_RATE` holds the same number. */
  checksPerMinute: 10,
  /** Ledgers and probe logs, of one client network together; wrangler.toml `READ_RATE` holds the same number. */
  hostReadsPerMinute: 60,
  /** One check a host in this time, whoever asks. */
  checkEveryMs: 60_000,
} as const;
