import type { State } from "../contract/leaderboard.ts";

/** Colour follows reachability, never alone: a shape and the words stand beside it. */
const TONE: Readonly<Record<State, "good" | "bad" | "fair" | "none">> = {
  reachable: "good",
  degraded: "fair",
  unreachable: "bad",
  unknown: "none",
  not_checked: "none",
};

/** A state as a shape and its words. */
export const StateMark = (props: { state: State; words: string }) => {
  const tone = TONE[props.state];
  return (
    <span class={`state ${tone}`}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        {tone === "good" && <circle cx="6" cy="6" r="5" fill="currentColor" />}
        {tone === "fair" && <path d="M6 1 11.5 11H.5z" fill="currentColor" />}
        {tone === "bad" && <path d="M2 2 10 10M10 2 2 10" stroke="currentColor" stroke-width="2.5" />}
        {tone === "none" && (
          <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" stroke-width="1.5" />
        )}
      </svg>
      <span>{props.words}</span>
    </span>
  );
};
