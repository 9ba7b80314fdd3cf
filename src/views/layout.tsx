import type { Child } from "hono/jsx";
import { raw } from "hono/html";
import { FONTS } from "./fonts.ts";

export interface PageProps {
  readonly siteName: string;
  readonly siteUrl: string;
  /** Path of this page, for the canonical link. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The same facts as JSON, where there are any. */
  readonly json?: string;
  /** This instance has a simulated past: every page says so. */
  readonly simulated: boolean;
  /** Path of the page's own script, where it has one. */
  readonly script?: string;
  readonly children?: Child;
}

/** A whole page: head, masthead, main, foot. `raw` only for the doctype, which JSX cannot say. */
export const Page = (props: PageProps) => (
  <>
    {raw("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${props.title} · ${props.siteName}`}</title>
        <meta name="description" content={props.description} />
        <link rel="canonical" href={`${props.siteUrl}${props.path}`} />
        {props.json && <link rel="alternate" type="application/json" href={props.json} />}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {Object.keys(FONTS).map((path) => (
          <link rel="preload" href={path} as="font" type="font/woff2" crossorigin="anonymous" />
        ))}
        <link rel="stylesheet" href="/style.css" />
        {/* Before the first paint where the browser can, so that nothing moves afterwards. */}
        <script src="/times.js" defer blocking="render"></script>
        {props.script && <script src={props.script} defer></script>}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <header class="masthead">
          <a class="name" href="/">
            <PlumbBob />
            {props.siteName}
          </a>
          <nav aria-label="Site">
            <a href="/check">Check</a>
            <a href="/api/v2/leaderboard">API</a>
            <a href="/bot">The bot</a>
          </nav>
        </header>
        {props.simulated && (
          <p class="banner" role="note">
            Practice instance: the past of these servers is <b>simulated</b>. None of its numbers is a
            measurement.
          </p>
        )}
        <main id="main">{props.children}</main>
        <footer class="foot">
          <p>
            Observations of publicly reachable endpoints from named networks. Not a guarantee, a security
            assessment, or a statement about a company or its people. No affiliation with the servers listed.
          </p>
        </footer>
      </body>
    </html>
  </>
);

/** The mark: a line that hangs true. */
const PlumbBob = () => (
  <svg class="bob" viewBox="0 0 16 32" width="11" height="22" aria-hidden="true">
    <path d="M8 0V15" stroke="currentColor" stroke-width="1.25" />
    <path d="M4.2 15h7.6l.9 4.2L8 31l-4.7-11.8z" fill="currentColor" />
  </svg>
);
