/**
 * Text of one TXT record as DNS-over-HTTPS JSON carries it: quoted strings with `\"`, `\\` and `\DDD` escapes, joined
 * without a separator (RFC 1035 5.1, RFC 7208 3.3). Some resolvers send a single string without quotes: kept as it is.
 */
export function joinTxtStrings(data: string): string {
  if (!data.startsWith('"')) return data;
  let joined = "";
  for (const [, quoted = ""] of data.matchAll(/"((?:[^"\\]|\\.)*)"/gs)) {
    joined += quoted.replace(/\\(?:(\d{3})|(.))/gs, (_all, code: string | undefined, plain: string) =>
      code === undefined ? plain : String.fromCharCode(Number(code)),
    );
  }
  return joined;
}
