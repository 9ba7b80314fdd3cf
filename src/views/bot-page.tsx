import { CLIENT_LIMITS, LIMITS, SCHEDULE } from "../limits.ts";
import { Page } from "./layout.tsx";

export interface BotPageProps {
  readonly siteName: string;
  readonly siteUrl: string;
  readonly simulated: boolean;
  readonly botName: string;
  readonly contact: string;
  readonly userAgent: string;
}

/** For owners: who visits, what is sent, why a server may be shown as not reachable, how to slow us down or stop us. */
export const BotPage = (props: BotPageProps) => {
  const label = `_${props.botName.toLowerCase()}`;
  return (
    <Page
      siteName={props.siteName}
      siteUrl={props.siteUrl}
      simulated={props.simulated}
      path="/bot"
      title={`${props.botName}, the bot`}
      description={`What ${props.botName} sends to MCP servers, how often, and how to opt out.`}
    >
      <h1>{props.botName} visits your server</h1>
      <p class="lede">
        We ask every listed MCP server what it is, on a published cadence, and publish what came back. We call
        no tool, sign in nowhere and keep no description or schema text.
      </p>
      <h2>What you see in your log</h2>
      <p>
        <code>{props.userAgent}</code>
      </p>
      <p>
        POST of <code>server/discover</code> and <code>tools/list</code>, or of <code>initialize</code>,{" "}
        <code>notifications/initialized</code> and <code>tools/list</code>, and a DELETE for every session you
        gave us. Once an hour the counts of prompts and resources. Where you ask for a sign-in, a GET of your
        public OAuth documents. Once a day <code>/robots.txt</code> and one TXT look-up.
      </p>
      <p>
        An open endpoint is visited every {SCHEDULE.slotMs / 60_000} minutes, a gated or long unreachable one
        every half hour, a new listing at once and then at its next slot; never more than{" "}
        {SCHEDULE.hostStartsPerSecond} visit a second and {SCHEDULE.hostInProgress} at a time on one host. We
        give up on an answer after {LIMITS.responseTimeoutMs / 1000} s.
      </p>
      <p>
        Besides, anyone may ask us for one visit at <a href="/check">/check</a>, of a listed server or
        another: at most one in {CLIENT_LIMITS.checkEveryMs / 1000} s on one host, whoever asks, within the
        limit above and after the same opt-outs. Such a visit is shown to whoever asked and stored nowhere.
      </p>
      <h2>Why is my server shown as not reachable?</h2>
      <p>
        Its page says the cause in our words and lists the newest visits with their times. The most frequent
        ones: no answer within {LIMITS.responseTimeoutMs / 1000} s, an HTTP error, a web page in the place of
        MCP, a certificate that does not verify. A refusal (403, 429, bot protection) is shown as a refusal,
        never as down. Run the same visit yourself: <code>plumbline check URL</code>.
      </p>
      <h2>Slower, or not at all</h2>
      <ul class="ways">
        <li>
          A TXT record <code>{label}.your-host</code> with <code>interval=1800</code> or{" "}
          <code>interval=3600</code> slows us down; with <code>optout</code> we stop within a day.
        </li>
        <li>
          A rule in <code>/robots.txt</code> for <code>{props.botName}</code>, or for <code>*</code> if none
          names us, that disallows the endpoint’s path stops us too. <code>Crawl-delay</code> is honoured up
          to two seconds.
        </li>
        <li>We obey 429 and Retry-After.</li>
        <li>
          Write to <a href={props.contact}>{props.contact.replace(/^mailto:/, "")}</a>.
        </li>
      </ul>
      <p>
        The same for machines: <a href="/probe.txt">/probe.txt</a>.
      </p>
    </Page>
  );
};
