/** One challenge of a `WWW-Authenticate` field (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** Lower-case. */
  readonly scheme: string;
  readonly token68: string | null;
  /** In wire order, names lower-case; a parameter given twice stands twice. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

export interface ParsedChallenges {
  readonly challenges: readonly Challenge[];
  /** Something was not of the grammar and was read as well as it could be. */
  readonly malformed: boolean;
  /** A value stood in single quotes, which HTTP does not know as quotes. */
  readonly singleQuoted: boolean;
}

/** Bounds on what a hostile field may cost; what is beyond them is not read and marks the field malformed. */
const FIELD_CHARS = 16_384;
const VALUE_CHARS = 2_048;
const CHALLENGES = 32;
const PARAMETERS = 64;

const SPACE = /[ \t]/;
const TOKEN_CHAR = /[!#$%&'*+\-.^_`|~0-9A-Za-z]/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Sticky: tells a token68 from a parameter name by what follows it. */
const TOKEN68 = /[0-9A-Za-z\-._~+/]+=*(?=[ \t]*(?:,|$))/y;

/**
 * Reads the lines of a `WWW-Authenticate` field: several challenges in one line, in repeated lines, or both; quoted
 * and token values, escapes, spaces around `=`, every value of a repeated parameter, single quotes and missing commas
 * tolerated. Never throws; time linear in the length.
 */
export function parseChallenges(lines: readonly string[]): ParsedChallenges {
  const found: ParsedChallenges[] = lines.slice(0, CHALLENGES).map((line) => new LineReader(line).read());
  const challenges = found.flatMap((line) => line.challenges);
  return {
    challenges: challenges.slice(0, CHALLENGES),
    malformed:
      found.some((line) => line.malformed) || challenges.length > CHALLENGES || lines.length > CHALLENGES,
    singleQuoted: found.some((line) => line.singleQuoted),
  };
}

interface OpenChallenge {
  readonly scheme: string;
  token68: string | null;
  readonly parameters: [string, string][];
}

class LineReader {
  readonly #text: string;
  readonly #challenges: OpenChallenge[] = [];
  #at = 0;
  #malformed: boolean;
  #singleQuoted = false;

  constructor(line: string) {
    this.#text = line.slice(0, FIELD_CHARS);
    this.#malformed = line.length > FIELD_CHARS;
  }

  read(): ParsedChallenges {
    for (this.#skip(true); this.#at < this.#text.length; this.#skip(true)) {
      const token = this.#token();
      if (token === "") {
        this.#malformed = true;
        this.#at += 1;
      } else if (!this.#parameter(token)) {
        this.#scheme(token);
      }
    }
    return { challenges: this.#challenges, malformed: this.#malformed, singleQuoted: this.#singleQuoted };
  }

  /** Reads `= value` after a name and gives it to the challenge before it; false when no `=` follows. */
  #parameter(name: string): boolean {
    const afterName = this.#at;
    this.#skip(false);
    if (this.#text[this.#at] !== "=") {
      this.#at = afterName;
      return false;
    }
    this.#at += 1;
    this.#skip(false);
    const value = this.#value();
    const challenge = this.#challenges.at(-1);
    if (challenge === undefined || value.length > VALUE_CHARS || challenge.parameters.length >= PARAMETERS)
      this.#malformed = true;
    else challenge.parameters.push([name.toLowerCase(), value]);
    return true;
  }

  #scheme(name: string): void {
    if (this.#challenges.length >= CHALLENGES) {
      this.#malformed = true;
      this.#at = this.#text.length;
      return;
    }
    const challenge: OpenChallenge = { scheme: name.toLowerCase(), token68: null, parameters: [] };
    this.#challenges.push(challenge);
    if (!SPACE.test(this.#text[this.#at] ?? "")) return;
    this.#skip(false);
    TOKEN68.lastIndex = this.#at;
    const token68 = TOKEN68.exec(this.#text)?.[0];
    if (token68 === undefined) return;
    this.#at += token68.length;
    if (token68.length > VALUE_CHARS) this.#malformed = true;
    else challenge.token68 = token68;
  }

  #value(): string {
    const quote = this.#text[this.#at];
    if (quote === '"') return this.#quoted('"');
    if (quote === "'" && this.#text.indexOf("'", this.#at + 1) !== -1) {
      this.#singleQuoted = true;
      return this.#quoted("'");
    }
    const start = this.#at;
    while (this.#at < this.#text.length && !/[ \t,]/.test(this.#text[this.#at] ?? "")) this.#at += 1;
    const value = this.#text.slice(start, this.#at);
    // An unquoted URL holds characters that no token has; clients read it all the same.
    if (!TOKEN.test(value)) this.#malformed = true;
    return value;
  }

  #quoted(quote: string): string {
    const parts: string[] = [];
    this.#at += 1;
    for (let start = this.#at; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text[this.#at];
      if (char === quote) {
        parts.push(this.#text.slice(start, this.#at));
        this.#at += 1;
        return parts.join("");
      }
      if (char === "\\" && this.#at + 1 < this.#text.length) {
        parts.push(this.#text.slice(start, this.#at));
        this.#at += 1;
        start = this.#at;
      }
    }
    // Unterminated: no place says where it ends, so it is nobody's value.
    this.#malformed = true;
    return "";
  }

  #token(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && TOKEN_CHAR.test(this.#text[this.#at] ?? "")) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  /** Skips spaces, and commas (empty list elements are legal) where they may stand. */
  #skip(commas: boolean): void {
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? "";
      if (!SPACE.test(char) && !(commas && char === ",")) return;
      this.#at += 1;
    }
  }
}
