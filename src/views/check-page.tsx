import type { Child } from "hono/jsx";
import { CLIENT_LIMITS, LIMITS } from "../limits.ts";
import { CHECK_SCRIPT_PATH } from "./check-script.ts";
import { Page } from "./layout.tsx";

export interface CheckPageProps {
  readonly siteName: string;
  readonly siteUrl: string;
  readonly simulated: boolean;
  /** What the field holds; "" for an empty one. */
  readonly typed: string;
  /** What was typed cannot be checked. */
  readonly isInvalid: boolean;
  /** `CheckResult` of the check that this page answers; absent before one. */
  readonly children?: Child;
}

/** One field, and below it what a check found. The script only shows the steps as they come. */
export const CheckPage = (props: CheckPageProps) => (
  <Page
    siteName={props.siteName}
    siteUrl={props.siteUrl}
    simulated={props.simulated}
    path="/check"
    title="Check a server"
    description="Visit an MCP server once, now, and see what a client meets and what to put right first."
    script={CHECK_SCRIPT_PATH}
  >
    <h1>Check a server</h1>
    <p class="lede">One visit, now: what a client meets at this address, and what to put right first.</p>
    <form class="check" method="post" action="/check">
      <label for="url">Address of the MCP endpoint</label>
      <div class="field">
        <input
          id="url"
          name="url"
          type="url"
          required
          maxlength={2_048}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          placeholder="https://mcp.example.com/mcp"
          value={props.typed}
          aria-describedby="url-help"
          {...(props.isInvalid && { "aria-invalid": "true" })}
        />
        <button type="submit">Check</button>
      </div>
      <p id="url-help" class="note">
        The visit calls no tool, signs in nowhere and is stored nowhere. Opt-outs are obeyed, and a host is
        checked once in {CLIENT_LIMITS.checkEveryMs / 1000} s at most, whoever asks. It can take up to a
        minute.
      </p>
    </form>
    <div id="live">{props.children ?? <WhatToExpect />}</div>
    <template id="running">
      <section class="result" aria-labelledby="outcome">
        <h2 id="outcome">Visiting …</h2>
        <button type="button">Stop</button>
        <div role="log" aria-live="polite" aria-label="Steps of the visit">
          <ol class="steps"></ol>
        </div>
      </section>
    </template>
    <template id="stopped">
      <section class="result" aria-labelledby="outcome">
        <h2 id="outcome" tabindex={-1}>
          Stopped
        </h2>
        <p>The visit was ended. The same host can be checked again in a minute.</p>
      </section>
    </template>
    <template id="broken">
      <section class="result" aria-labelledby="outcome">
        <h2 id="outcome" tabindex={-1}>
          No answer from this site
        </h2>
        <p>The connection to this site broke off, so the report never came. Try again in a minute.</p>
      </section>
    </template>
  </Page>
);

/** The page before a check. */
const WhatToExpect = () => (
  <section aria-labelledby="expect">
    <h2 id="expect">What the report says</h2>
    <ul class="ways">
      <li>whether a client reaches the server, and if not, where it stops</li>
      <li>how long the connection, the first answer and the tool list took</li>
      <li>which protocol revisions, era and transport it speaks</li>
      <li>how well its tools are defined, and how to sign in where it asks for that</li>
      <li>the checks that one visit can answer, and what to put right first</li>
    </ul>
    <p class="note">
      An answer is waited for {LIMITS.responseTimeoutMs / 1000} s, the whole visit takes{" "}
      {LIMITS.probeTimeoutMs / 1000} s at most. <a href="/bot">What a visit sends</a>. From a terminal:{" "}
      <code>plumbline check URL</code>; for programs: <code>POST /api/v2/check</code>.
    </p>
  </section>
);
