import type { Segment } from "../check/segments.ts";

/** Width of the whole bar in its own units; a stretch that took time is never narrower than the least. */
const WIDTH = 1_000;
const LEAST = 6;

const NAMES: Readonly<Record<Segment["name"], string>> = {
  dns: "DNS",
  tcp: "TCP",
  tls: "TLS",
  answer: "first answer",
  list: "tool list",
};

/** The time of a visit as one bar, with its stretches named and timed below; colour never speaks alone. */
export const PhaseChart = ({ segments }: { segments: readonly Segment[] }) => {
  const wholeMs = segments.reduce((sum, { ms }) => sum + ms, 0);
  const widths = segments.map(({ ms }) =>
    wholeMs === 0 || ms === 0 ? 0 : Math.max(LEAST, (ms / wholeMs) * WIDTH),
  );
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const words = segments.map(({ name, ms }) => `${NAMES[name]} ${ms} ms`);
  return (
    <figure class="phases">
      <svg viewBox={`0 0 ${Math.max(1, Math.ceil(whole))} 10`} preserveAspectRatio="none" role="img">
        <title>{words.join(", ")}</title>
        {segments.map(({ name }, index) => {
          const width = widths[index] ?? 0;
          const from = x;
          x += width;
          return <rect class={`phase-${name}`} x={from.toFixed(1)} width={width.toFixed(1)} height="10" />;
        })}
      </svg>
      <figcaption aria-hidden="true">
        <ul>
          {segments.map(({ name }, index) => (
            <li>
              <svg viewBox="0 0 10 10" width="10" height="10">
                <rect class={`phase-${name}`} width="10" height="10" />
              </svg>{" "}
              {words[index]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
};
