import type { LeaderboardRow, Tier } from "../contract/leaderboard.ts";
import { Page } from "./layout.tsx";
import { protocolWords, toolWords } from "./protocol.ts";
import { StateMark } from "./state-mark.tsx";
import { Moment } from "./time.tsx";

export interface ListPageProps {
  readonly siteName: string;
  readonly siteUrl: string;
  readonly simulated: boolean;
  readonly servers: readonly LeaderboardRow[];
  readonly tier: Tier | null;
  readonly nextCursor: string | null;
  readonly isFirstPage: boolean;
  readonly nowMs: number;
}

const TIERS: readonly { readonly tier: Tier | null; readonly label: string }[] = [
  { tier: null, label: "All" },
  { tier: "open", label: "Open" },
  { tier: "gated", label: "Sign-in required" },
  { tier: "unknown", label: "Never reached" },
];

/** The list of servers, by name. */
export const ListPage = (props: ListPageProps) => (
  <Page
    siteName={props.siteName}
    siteUrl={props.siteUrl}
    simulated={props.simulated}
    path="/"
    title="Remote MCP servers, measured"
    description="Which remote MCP servers answer, in which protocol, with how many tools: measured around the clock."
    json="/api/v2/leaderboard"
  >
    <h1>Remote MCP servers, measured</h1>
    <p class="lede">
      Every server listed here is visited on a published cadence, with discovery requests only. What came back
      is recorded and shown as it was, with the time and the network that saw it. No tool is ever called.
    </p>
    <nav class="tabs" aria-label="Which servers">
      {TIERS.map(({ tier, label }) => (
        <a
          href={tier === null ? "/" : `/?tier=${tier}`}
          {...(tier === props.tier ? { "aria-current": "page" } : {})}
        >
          {label}
        </a>
      ))}
    </nav>
    {props.servers.length === 0 ? <Empty isFirstPage={props.isFirstPage} /> : <Table {...props} />}
    {props.nextCursor !== null && (
      <p>
        <a
          href={`/?${new URLSearchParams({ ...(props.tier && { tier: props.tier }), cursor: props.nextCursor })}`}
          rel="next"
        >
          Next servers
        </a>
      </p>
    )}
  </Page>
);

const Table = ({ servers, nowMs }: ListPageProps) => (
  <table class="servers">
    <caption class="visually-hidden">Servers by name, with what the newest visit found</caption>
    <thead>
      <tr>
        <th scope="col">Server</th>
        <th scope="col">State</th>
        <th scope="col">Protocol</th>
        <th scope="col" class="number">
          Tools
        </th>
        <th scope="col" class="number">
          Availability
        </th>
        <th scope="col" class="number">
          Health
        </th>
        <th scope="col" class="number">
          First answer
        </th>
        <th scope="col" class="number">
          Seen
        </th>
      </tr>
    </thead>
    <tbody>
      {servers.map((server) => (
        <tr>
          <th scope="row">
            <a href={`/servers/${server.slug}`}>
              <bdi>{server.name}</bdi>
            </a>
            {server.title !== server.name && (
              <span class="title">
                <bdi>{server.title}</bdi>
              </span>
            )}
          </th>
          <td>
            <StateMark state={server.state} words={server.shown_as} />
          </td>
          <td data-label="Protocol">{protocolWords(server.protocol)}</td>
          <td data-label="Tools" class="number">
            {toolWords(server.tools)}
          </td>
          <td data-label="Availability" class="number">
            <AvailabilityFigure scores={server.scores} />
          </td>
          <td data-label="Health" class="number">
            {server.scores?.health ?? ""}
          </td>
          <td data-label="First answer" class="number">
            {server.last_probe?.first_answer_ms == null ? "" : `${server.last_probe.first_answer_ms} ms`}
          </td>
          <td data-label="Seen" class="number">
            {server.last_probe && (
              <Moment ms={Date.parse(server.last_probe.started_at)} nowMs={nowMs} short />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The percentage with its interval under it; nothing before there is one. */
const AvailabilityFigure = ({ scores }: { scores: LeaderboardRow["scores"] }) => {
  if (scores?.availability_pct == null || scores.availability_ci95 === null) return null;
  const [low, high] = scores.availability_ci95;
  return (
    <>
      {scores.availability_pct} %<span class="interval">{` ${low}–${high}`}</span>
    </>
  );
};

const Empty = ({ isFirstPage }: { isFirstPage: boolean }) => (
  <p class="empty">
    {isFirstPage
      ? "No server here yet. A new listing is visited within a minute or two of being added; reload to see it arrive."
      : "No further servers."}
  </p>
);
