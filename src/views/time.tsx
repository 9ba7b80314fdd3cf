/** A moment in UTC with its distance from `nowMs`: `2026-11-30 12:00:05 UTC (3 min ago)`. */
export const Moment = ({ ms, nowMs, short }: { ms: number; nowMs: number; short?: boolean }) => {
  const iso = new Date(ms).toISOString();
  const utc = `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
  return (
    <time dateTime={iso} title={utc}>
      {short ? distance(ms, nowMs) : `${utc} (${distance(ms, nowMs)})`}
    </time>
  );
};

/** Distance in one unit: `now`, `40 s ago`, `3 min ago`, `in 2 h`, `5 days ago`. */
export function distance(ms: number, nowMs: number): string {
  const seconds = Math.round(Math.abs(nowMs - ms) / 1000);
  if (seconds < 5) return "now";
  const words =
    seconds < 100
      ? `${seconds} s`
      : seconds < 5_400
        ? `${Math.round(seconds / 60)} min`
        : seconds < 129_600
          ? `${Math.round(seconds / 3_600)} h`
          : `${Math.round(seconds / 86_400)} days`;
  return ms > nowMs ? `in ${words}` : `${words} ago`;
}
