import type { ToolRecord } from "../contract/leaderboard.ts";
import type { Observation } from "../contract/observation.ts";
import { outcomeWords } from "../contract/outcome-words.ts";
import { Fact } from "./fact.tsx";
import { Page } from "./layout.tsx";
import { protocolWords, toolWords } from "./protocol.ts";
import { Scores } from "./scores.tsx";
import { StateMark } from "./state-mark.tsx";
import { Moment } from "./time.tsx";

/** What the HostDO knows beyond the record, when it answered in time. */
export interface LiveView {
  /** Newest first. */
  readonly observations: readonly Observation[];
  readonly nextDueMs: number | null;
}

export interface ServerPageProps {
  readonly siteName: string;
  readonly siteUrl: string;
  readonly simulated: boolean;
  readonly record: ToolRecord;
  readonly live: LiveView | null;
}

/** One server: the state sentence first, then the facts, then the newest visits. */
export const ServerPage = ({ siteName, siteUrl, simulated, record, live }: ServerPageProps) => {
  const json = `/api/v2/tools/${record.slug}/tool.json`;
  return (
    <Page
      siteName={siteName}
      siteUrl={siteUrl}
      simulated={simulated}
      path={`/servers/${record.slug}`}
      title={record.name}
      description={`${record.name}: ${record.shown_as}.`}
      json={json}
    >
      <h1>
        <bdi>{record.name}</bdi>
      </h1>
      {record.title !== record.name && (
        <p class="lede">
          <bdi>{record.title}</bdi>
        </p>
      )}
      <p class="verdict">
        <StateMark state={record.state} words={record.shown_as} />
      </p>
      <Facts record={record} live={live} />
      <form class="recheck" method="post" action="/check">
        <input type="hidden" name="server" value={record.slug} />
        <button>Check now</button>
        <span class="note">
          One visit, shown and not stored; once a minute at most. It can take up to a minute.
        </span>
      </form>
      <Scores record={record} siteUrl={siteUrl} />
      <Visits live={live} />
      <p>
        <a href={json}>The same as JSON</a>
      </p>
    </Page>
  );
};

const Facts = ({ record, live }: { record: ToolRecord; live: LiveView | null }) => {
  const last = record.last_probe;
  const newest = live?.observations[0];
  const lastMs = newest?.started_at ?? (last ? Date.parse(last.started_at) : null);
  return (
    <dl class="facts">
      <Fact term="Endpoint">
        <code class="url">
          <bdi>{record.endpoint.url}</bdi>
        </code>
      </Fact>
      <Fact term="Protocol">{protocolWords(record.protocol) || "none spoken yet"}</Fact>
      <Fact term="Tools">{toolWords(record.tools) || "not seen"}</Fact>
      {record.error && (
        <Fact term="Cause">
          {record.error.code.replaceAll("_", " ")}
          {record.error.note && ` (${record.error.note})`}
        </Fact>
      )}
      <Fact term="Last visit">
        {lastMs === null ? "none yet" : <Moment ms={lastMs} />}
        {last && `, from ${last.network}${last.location === "unknown" ? "" : ` (${last.location})`}`}
      </Fact>
      {live !== null && (
        <Fact term="Next visit">
          {live.nextDueMs === null ? "not scheduled" : <Moment ms={live.nextDueMs} />}
        </Fact>
      )}
      {record.interval_s !== null && <Fact term="Interval">{intervalWords(record.interval_s)}</Fact>}
      <Fact term="Rests on">one network; its verdict is not confirmed by a second</Fact>
    </dl>
  );
};

/** "every 5 min", "every 2 h". */
const intervalWords = (intervalS: number): string =>
  intervalS % 3_600 === 0 ? `every ${intervalS / 3_600} h` : `every ${intervalS / 60} min`;

const Visits = ({ live }: { live: LiveView | null }) => (
  <section aria-labelledby="visits">
    <h2 id="visits">Newest visits</h2>
    {live === null && <p class="empty">The visits could not be read just now; the record above stands.</p>}
    {live !== null && live.observations.length === 0 && <p class="empty">No visit yet.</p>}
    {live !== null && live.observations.length > 0 && (
      <table class="visits">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Found</th>
            <th scope="col" class="number">
              First answer
            </th>
            <th scope="col">Notes</th>
          </tr>
        </thead>
        <tbody>
          {live.observations.map((observation) => (
            <tr>
              <td>
                <Moment ms={observation.started_at} />
              </td>
              <td>{outcomeWords(observation.outcome, observation.http_status)}</td>
              <td data-label="First answer" class="number">
                {observation.first_answer_ms === null ? "" : `${observation.first_answer_ms} ms`}
              </td>
              <td>{observation.flags.map((flag) => flag.replaceAll("_", " ")).join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
