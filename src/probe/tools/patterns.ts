import { LIMITS } from "../../limits.ts";

/** The four families of `patterns-v1` (METHOD.md section 8). */
export const PATTERN_FAMILIES = {
  override: "overriding instructions",
  hide: "hiding from the user",
  first: "demanding to be called first or always",
  secret: "naming secrets or paths",
} as const;
export type PatternFamily = keyof typeof PATTERN_FAMILIES;

/** One published pattern; `id` begins with its family. */
export interface InstructionPattern {
  readonly id: `${PatternFamily}.${string}`;
  /** What the text says when it matches. */
  readonly says: string;
  /** Over the readable form of a text; `raw` patterns over the text as it came. */
  readonly expression: RegExp;
  readonly raw?: true;
}

/** Up to `most` words inside one sentence; words end at a space, so a search never tries a position twice per word. */
const words = (most: number): string => `(?: [^ .!?;:]{1,24}){0,${most}}`;
const TEXT_OF_RULES = "(?:instructions?|prompts?|rules?|guidelines?|directives?|messages?)";
const USER = "(?:the|your|this) (?:user|human|customer|operator)";
const SECRETS =
  "(?:passwords?|private keys?|ssh keys?|seed phrases?|recovery phrases?|api keys?|access tokens?|credentials|secrets|environment variables)";

const pattern = (id: InstructionPattern["id"], says: string, ...source: string[]): InstructionPattern => ({
  id,
  says,
  expression: new RegExp(source.join(""), "u"),
});

/**
 * `patterns-v1`: instruction-like text in descriptions. A match is a notice with its family; it is wrong in both
 * directions and changes no number.
 */
export const PATTERNS: readonly InstructionPattern[] = [
  pattern(
    "override.ignore_instructions",
    "Earlier instructions are to be ignored.",
    `\\b(?:ignore|disregard|forget|override|bypass|discard)${words(4)}`,
    ` (?:previous|prior|earlier|above|preceding|existing|system|original|other)${words(2)} ${TEXT_OF_RULES}\\b`,
  ),
  pattern(
    "override.precedence",
    "This text claims precedence over other instructions.",
    `\\b(?:precedence|priority) over${words(4)} ${TEXT_OF_RULES}\\b`,
  ),
  pattern(
    "override.new_instructions",
    "New instructions are given to the model.",
    `\\b(?:your|these are) (?:new|real|actual|updated|only) (?:system )?(?:instructions|prompt|rules|goal)\\b`,
  ),
  pattern(
    "override.role_marker",
    "A marker of a system message or of importance, as in a prompt.",
    "<\\|(?:im_start|im_end|system|endoftext)\\|>|</?(?:system|important|instructions?|secret|hidden|critical)>",
    "|\\[/?(?:inst|system)\\]",
  ),
  pattern(
    "override.new_role",
    "The model is told to be someone else.",
    `\\byou are (?:now|no longer)${words(3)} (?:unrestricted|jailbroken|unfiltered|bound|restricted|limited|dan)\\b`,
  ),
  pattern(
    "hide.do_not_tell",
    "The user is not to be told.",
    "\\b(?:do not|don't|dont|never|must not|should not|without|avoid) (?:ever )?",
    "(?:(?:tell|inform|mention|reveal|show|notify|alert|warn|report)(?:ing)?|disclos(?:e|ing))",
    `${words(4)} ${USER}\\b(?! (?:ids?|names?|interface|agent|guide|list|profile|account))`,
  ),
  pattern(
    "hide.secretly",
    "Something is to be done without being noticed.",
    "\\b(?:secretly|silently|covertly|discreetly|quietly|stealthily) ",
    "(?:send|forward|append|upload|copy|post|read|collect|call|insert|transmit|bcc|run|execute|include)\\b",
  ),
  pattern(
    "hide.keep_secret",
    "Something is to be kept from someone.",
    `\\bkeep(?:ing)? (?:this|it|that|these|them)${words(3)} (?:secret|hidden|confidential) (?:from|between)\\b`,
  ),
  pattern(
    "hide.user_must_not_know",
    "The user is not to know.",
    "\\b(?:user|human|customer|operator) (?:must|should|need|may|can)(?: not|not| never) ",
    "(?:see|know|notice|learn|find out|be (?:told|informed|aware|notified))\\b",
  ),
  {
    id: "hide.invisible_text",
    says: "Text in invisible tag characters (a flag emoji has fewer).",
    expression: /[\u{e0020}-\u{e007e}]{8}/u,
    raw: true,
  },
  pattern(
    "first.before_others",
    "It must be called before other tools.",
    `\\b(?:always|must|should|need to|required to|have to)${words(2)} (?:be )?(?:call|use|invoke|run|execute)(?:d|ed)?`,
    `${words(4)} (?:before|first|prior to)\\b`,
  ),
  pattern(
    "first.always",
    "It must always be used.",
    "\\balways (?:call|use|invoke|prefer|choose|select|run) (?:this|our|my) (?:\\w{1,24} )?",
    "(?:tool|function|server|mcp|plugin|connector)\\b",
  ),
  pattern(
    "first.every_request",
    "It must be called on every message or request.",
    `\\b(?:call|use|invoke|run)${words(3)} (?:for|on|before|after|with|in|at|during) `,
    "(?:the (?:start|beginning|end) of )?(?:every|each|any|all) (?:user )?",
    "(?:requests?|messages?|conversations?|responses?|replies|reply|turns?|tool calls?|interactions?|prompts?|tasks?|sessions?)\\b",
  ),
  pattern(
    "first.instead_of_others",
    "It is to be used in place of other tools.",
    "\\b(?:instead of|rather than|do not use|don't use|never use|avoid) (?:using )?(?:any|all|every|the) other ",
    "(?:\\w{1,24} )?(?:tools?|functions?|servers?|plugins?|connectors?)\\b",
  ),
  pattern("secret.ssh_key", "A path of SSH keys.", "(?:^|[^\\w.])\\.ssh/|\\bid_(?:rsa|dsa|ecdsa|ed25519)\\b"),
  pattern("secret.env_file", "An environment file.", "(?:^|[ \"'`(/])\\.env(?:\\.[a-z]{1,12})?(?![\\w/.-])"),
  pattern(
    "secret.credential_file",
    "A file that holds credentials.",
    "\\.aws/credentials\\b|\\.kube/config\\b|\\.docker/config\\.json\\b|(?:^|[ \"'`(/])\\.(?:netrc|npmrc|pypirc|pgpass|git-credentials)\\b",
    "|\\bapplication_default_credentials\\b",
  ),
  pattern("secret.system_file", "A system file of accounts.", "/etc/(?:passwd|shadow|sudoers|gshadow)\\b"),
  pattern(
    "secret.agent_settings",
    "The settings of an agent or of its other servers.",
    "\\bclaude_desktop_config\\b|\\bmcp_config\\.json\\b|\\.(?:cursor|vscode|gemini|kiro|roo)/(?:mcp|settings)\\.json\\b|\\.claude(?:\\.json|/settings)\\b",
  ),
  pattern(
    "secret.hand_over",
    "Someone's secrets are to be read or handed over.",
    "\\b(?:read|send|include|pass|paste|attach|upload|share|collect|extract|reveal|print|give)",
    `${words(3)} (?:user's|users'|your|their|all|any|local|stored)${words(2)} ${SECRETS}\\b`,
  ),
];

/** Ids of the patterns that a text matches, in the order of the list; looks at its first 16,384 UTF-16 units. */
export function matchPatterns(text: string): string[] {
  if (text === "") return [];
  const raw = text.slice(0, LIMITS.patternChars);
  const readable = readableForm(raw);
  return PATTERNS.filter((one) => one.expression.test(one.raw === true ? raw : readable)).map(({ id }) => id);
}

/** One case, one width, one kind of space and apostrophe, nothing invisible: what a reader would take the text for. */
function readableForm(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .normalize("NFKC")
    .slice(0, LIMITS.patternChars)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\*+/g, " ")
    .replace(/\s+/g, " ");
}
