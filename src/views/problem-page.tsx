import { Page } from "./layout.tsx";

/** An error as a page that helps: what was wrong, where to go. */
export const ProblemPage = (props: {
  siteName: string;
  siteUrl: string;
  simulated: boolean;
  path: string;
  title: string;
  detail: string;
}) => (
  <Page
    siteName={props.siteName}
    siteUrl={props.siteUrl}
    simulated={props.simulated}
    path={props.path}
    title={props.title}
    description={props.detail}
  >
    <h1>{props.title}</h1>
    <p class="lede">{props.detail}</p>
    <ul class="ways">
      <li>
        <a href="/">All servers</a>, by name
      </li>
      <li>
        <a href="/api/v2/leaderboard">/api/v2/leaderboard</a>, the same as JSON
      </li>
      <li>
        <a href="/probe.txt">/probe.txt</a>, who visits, what is sent, how to opt out
      </li>
    </ul>
  </Page>
);
