/**
 * The script of every page: adds to every moment (`src/views/time.tsx`) its distance from the reader's now, in one
 * unit: `now`, `40 s ago`, `3 min ago`, `in 2 h`, `5 days ago`; a short one shows the distance alone. Anew twice a minute.
 * Without it the UTC times stand.
 */
export const TIMES_SCRIPT = `"use strict";
(() => {
  const units = [[100, 1, "s"], [5400, 60, "min"], [129600, 3600, "h"], [Infinity, 86400, "days"]];
  const distance = (ms) => {
    const seconds = Math.round(Math.abs(Date.now() - ms) / 1000);
    if (seconds < 5) return "now";
    const [, size, name] = units.find(([below]) => seconds < below);
    const words = Math.round(seconds / size) + " " + name;
    return ms > Date.now() ? "in " + words : words + " ago";
  };
  const show = () => {
    for (const time of document.querySelectorAll("time[title]")) {
      const words = distance(Date.parse(time.dateTime));
      time.textContent = "short" in time.dataset ? words : time.title + " (" + words + ")";
    }
  };
  show();
  setInterval(show, 30000);
})();
`;
