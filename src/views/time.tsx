/**
 * A moment in UTC: `2026-11-30 12:00:05 UTC`, or to the minute where it is `short`. The reader's browser adds the
 * distance from now (src/views/times-script.ts): a page that said it would change every second, and be wrong once it is
 * served from a cache.
 */
export const Moment = ({ ms, short }: { ms: number; short?: boolean }) => {
  const iso = new Date(ms).toISOString();
  const utc = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  return (
    <time dateTime={iso} title={utc} {...(short === true && { "data-short": "" })}>
      {short === true ? utc.replace(/:\d\d UTC$/, " UTC") : utc}
    </time>
  );
};
