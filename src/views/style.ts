import { FONT_FACES } from "./fonts.ts";

/** The one stylesheet. Sizes follow a scale of 1.2 from 17 px; lines stay under 70 characters; colour never speaks alone. */
export const STYLE = `${FONT_FACES}
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf6, #16171a);
  --ink: light-dark(#1c1b18, #e9e7e1);
  --soft: light-dark(#5d5a53, #a5a29a);
  --rule: light-dark(#d9d5ca, #34363b);
  --link: light-dark(#1d4f73, #8fc3e8);
  --good: light-dark(#1f6b45, #6fce9b);
  --fair: light-dark(#8a5a00, #e0b04f);
  --bad: light-dark(#a3281c, #f08a7c);
  --serif: "Source Serif 4", "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  --sans: "Source Sans 3", ui-sans-serif, -apple-system, "Segoe UI", Roboto, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
*, ::before, ::after { box-sizing: border-box; }
html { font-size: 106.25%; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 0 1.25rem; max-width: 68rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 var(--serif); font-variant-numeric: oldstyle-nums;
  text-rendering: optimizeLegibility; overflow-wrap: break-word;
}
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 0.18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1.25rem; top: 0.5rem; background: var(--paper); padding: 0.4rem 0.6rem; z-index: 1; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.masthead { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; align-items: baseline; justify-content: space-between; padding: 1.4rem 0 0.9rem; border-bottom: 1px solid var(--rule); }
.masthead .name { color: var(--ink); text-decoration: none; font-size: 1.2rem; letter-spacing: 0.01em; }
.masthead .bob { vertical-align: -0.28em; margin-right: 0.55rem; color: var(--link); }
.masthead nav { display: flex; gap: 1.4rem; }
.masthead nav a, .tabs a { font: 0.88rem/1.6 var(--sans); padding: 0.3rem 0; }

h1 { font-size: 2.07rem; line-height: 1.15; font-weight: 500; letter-spacing: -0.012em; margin: 2.6rem 0 0.7rem; text-wrap: balance; }
h2 { font-size: 1.3rem; line-height: 1.25; font-weight: 500; margin: 2.6rem 0 0.6rem; }
p { max-width: 38em; margin: 0.6rem 0; text-wrap: pretty; }
.lede { font-size: 1.1rem; color: var(--soft); }
.empty { color: var(--soft); font-style: italic; }

.tabs { display: flex; flex-wrap: wrap; gap: 0.2rem 1.6rem; margin: 1.8rem 0 0; }
.tabs a { color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent; }
.tabs a[aria-current] { color: var(--ink); border-color: var(--link); }
.lists { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.2rem 2.5rem; margin: 1.8rem 0 0.9rem; }
.lists .tabs { margin: 0; }
.tabs .label { font: 0.88rem/1.6 var(--serif); font-style: italic; padding: 0.3rem 0; color: var(--soft); }

table { width: 100%; border-collapse: collapse; font: 0.88rem/1.45 var(--sans); font-variant-numeric: tabular-nums lining-nums; margin: 0.6rem 0 1.6rem; }
th, td { text-align: left; vertical-align: baseline; padding: 0.6rem 1.1rem 0.6rem 0; border-bottom: 1px solid var(--rule); }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-weight: 500; color: var(--soft); font-size: 0.8rem; white-space: nowrap; padding-bottom: 0.35rem; }
tbody th { font-weight: 500; min-width: 12rem; }
.title { display: block; font: 0.92rem/1.4 var(--serif); color: var(--soft); max-width: 26rem; }
.number { text-align: right; white-space: nowrap; }
time { white-space: nowrap; }

.state { display: inline-flex; gap: 0.5rem; align-items: baseline; }
.state svg { flex: none; transform: translateY(1px); }
.state.good { color: var(--good); } .state.fair { color: var(--fair); } .state.bad { color: var(--bad); } .state.none { color: var(--soft); }
.verdict { font-size: 1.2rem; margin-top: 1.2rem; }

.facts { margin: 1.6rem 0; display: grid; gap: 0 2.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.facts > div { display: grid; grid-template-columns: 7rem 1fr; padding: 0.5rem 0; border-bottom: 1px solid var(--rule); font: 0.88rem/1.5 var(--sans); font-variant-numeric: tabular-nums lining-nums; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; min-width: 0; }
.url { font: 0.85rem/1.5 var(--mono); overflow-wrap: anywhere; }
.ways { max-width: 38em; }
.ways li { margin: 0.3rem 0; text-wrap: pretty; }
h3 { font-size: 1.08rem; font-weight: 600; margin: 1.8rem 0 0.4rem; }
.note { font: 0.88rem/1.55 var(--sans); color: var(--soft); }
.banner { max-width: none; margin: 0; padding: 0.5rem 0.8rem; font: 0.88rem/1.5 var(--sans); background: light-dark(#fff3d6, #3a2f14); border-bottom: 1px solid var(--rule); }
.interval { display: block; font-size: 0.8rem; color: var(--soft); }
.reasons { margin: 0.4rem 0 1rem; padding-left: 1.1rem; font: 0.88rem/1.55 var(--sans); font-variant-numeric: tabular-nums lining-nums; max-width: 46rem; }
.reasons b { font-weight: 600; }
td[data-label="Protocol"] { min-width: 9.5rem; }
code { font-family: var(--mono); font-size: 0.86em; font-variant-numeric: lining-nums; overflow-wrap: anywhere; }
.checks tbody th { min-width: 0; }
.checks td.state { display: table-cell; white-space: nowrap; }
.foot { margin: 4rem 0 2.5rem; padding-top: 0.9rem; border-top: 1px solid var(--rule); font-size: 0.88rem; color: var(--soft); }

.check label { display: block; font: 0.88rem/1.6 var(--sans); margin-top: 1.6rem; }
.field { display: flex; gap: 0.6rem; max-width: 46rem; }
input, button { font: 1rem/1.4 var(--sans); color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: 3px; padding: 0.5rem 0.7rem; }
input { flex: 1; min-width: 0; font-family: var(--mono); font-size: 0.9rem; }
input::placeholder { color: var(--soft); opacity: 1; }
button { cursor: pointer; padding-inline: 1.1rem; border-color: var(--link); color: var(--link); }
button:hover { background: color-mix(in srgb, var(--link) 10%, transparent); }
button[aria-disabled="true"] { cursor: default; color: var(--soft); border-color: var(--rule); background: none; }
.field button:not([aria-disabled="true"]) { background: var(--link); color: var(--paper); }
.recheck { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; align-items: baseline; margin: 1.2rem 0; }
#live[data-told] { min-height: 100vh; }
.result h2:focus { outline: none; }
.result > h2 { margin-top: 2rem; }
.steps { font: 0.88rem/1.6 var(--sans); font-variant-numeric: tabular-nums lining-nums; padding-left: 1.6rem; }
summary { cursor: pointer; font: 0.88rem/2 var(--sans); color: var(--link); width: fit-content; }
.phases { margin: 1.4rem 0 0; }
.phases > svg { display: block; width: 100%; height: 1.1rem; }
.phases ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.1rem 1.4rem; margin: 0.4rem 0 0; padding: 0; font: 0.88rem/1.5 var(--sans); font-variant-numeric: tabular-nums lining-nums; }
.phase-dns { fill: light-dark(#7a8aa0, #8fa1b8); } .phase-tcp { fill: light-dark(#4f86a8, #6fa9cc); } .phase-tls { fill: light-dark(#7d5a94, #b48fcb); }
.phase-answer { fill: light-dark(#1f6b45, #6fce9b); } .phase-list { fill: light-dark(#c08a2b, #e0b04f); }
@media (max-width: 30rem) { .field { flex-wrap: wrap; } .field input { flex-basis: 100%; } }

@media (min-width: 64rem) { td:has(> .state) { min-width: 13.2rem; } }
@media (max-width: 44rem) {
  h1 { font-size: 1.7rem; margin-top: 1.8rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tr { display: grid; gap: 0.15rem 0; padding: 0.85rem 0; border-bottom: 1px solid var(--rule); }
  .interval { display: inline; }
  .checks td.state { display: block; }
  th, td, .number { display: block; border: 0; padding: 0; text-align: left; white-space: normal; }
  td:empty { display: none; }
  td[data-label]::before { content: attr(data-label) "\\2002"; color: var(--soft); }
  time { white-space: normal; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;

/** The mark as a favicon. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>path{stroke:#1d4f73;fill:#1d4f73}@media (prefers-color-scheme:dark){path{stroke:#8fc3e8;fill:#8fc3e8}}</style><path d="M16 0v15" fill="none" stroke-width="2"/><path d="M11.500 15h9l1.200 4.500L16 31l-5.700-11.500z"/></svg>';
