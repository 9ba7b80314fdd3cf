import type { Child } from "hono/jsx";
import type { LeaderboardRow } from "../contract/leaderboard.ts";
import type { Reading } from "../contract/readings.ts";
import { CHECKS } from "../score/checks/checks.ts";
import { TIER_WORDS } from "./list-choice.ts";
import { protocolWords, toolWords } from "./protocol.ts";
import { StateMark } from "./state-mark.tsx";
import { Moment } from "./time.tsx";

interface Column {
  readonly head: string;
  readonly isNumber?: true;
  /** The state stands alone on a small screen. */
  readonly isUnlabelled?: true;
  readonly cell: (server: LeaderboardRow) => Child;
}

const TIER: Column = { head: "Tier", cell: ({ tier }) => TIER_WORDS[tier] };
const STATE: Column = {
  head: "State",
  isUnlabelled: true,
  cell: ({ state, shown_as }) => <StateMark state={state} words={shown_as} />,
};
const PROTOCOL: Column = { head: "Protocol", cell: ({ protocol }) => protocolWords(protocol) };
const TOOLS: Column = { head: "Tools", isNumber: true, cell: ({ tools }) => toolWords(tools) };
const AVAILABILITY: Column = {
  head: "Availability",
  isNumber: true,
  cell: ({ scores }) => {
    if (scores?.availability_pct == null || scores.availability_ci95 === null) return null;
    const [low, high] = scores.availability_ci95;
    return <Figure value={`${scores.availability_pct} %`} under={`${low}–${high}`} />;
  },
};
const HEALTH: Column = { head: "Health", isNumber: true, cell: ({ scores }) => scores?.health ?? "" };
const HEALTH_RANKED: Column = {
  head: "Health",
  isNumber: true,
  cell: ({ scores }) => {
    if (scores?.health == null) return "not rated";
    return <Figure value={String(scores.health)} under={`lower end ${scores.health_lower_bound}`} />;
  },
};
const EVIDENCE: Column = {
  head: "Evidence",
  isNumber: true,
  cell: ({ scores }) => (scores?.rated === true ? (scores.evidence ?? "") : ""),
};
const RANK: Column = {
  head: "Rank score",
  isNumber: true,
  cell: ({ scores }) => scores?.rank?.toFixed(1) ?? "no score",
};
const PASSED: Column = {
  head: "Checks passed",
  isNumber: true,
  cell: ({ scores }) =>
    scores?.checks_passed == null ? "none yet" : `${scores.checks_passed} of ${CHECKS.length}`,
};
const FIRST_ANSWER: Column = {
  head: "First answer",
  isNumber: true,
  cell: ({ last_probe: last }) => (last?.first_answer_ms == null ? "" : `${last.first_answer_ms} ms`),
};
const SEEN: Column = {
  head: "Seen",
  isNumber: true,
  cell: ({ last_probe: last }) => last && <Moment ms={Date.parse(last.started_at)} short />,
};

/** The number of the reading stands first; where tiers are mixed every row says its own. */
const COLUMNS: Readonly<Record<Reading | "name", readonly Column[]>> = {
  name: [STATE, PROTOCOL, TOOLS, AVAILABILITY, HEALTH, FIRST_ANSWER, SEEN],
  health: [HEALTH_RANKED, EVIDENCE, STATE, AVAILABILITY, FIRST_ANSWER, SEEN],
  rank: [RANK, TIER, STATE, AVAILABILITY, FIRST_ANSWER, SEEN],
  checks: [PASSED, TIER, STATE, AVAILABILITY, FIRST_ANSWER, SEEN],
};

export interface ListTableProps {
  readonly reading: Reading | null;
  readonly caption: string;
  readonly servers: readonly LeaderboardRow[];
}

/** A page of a list as a table; on a small screen each row becomes a block whose cells name themselves. */
export const ListTable = ({ reading, caption, servers }: ListTableProps) => {
  const columns = COLUMNS[reading ?? "name"];
  return (
    <table class="servers">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Server</th>
          {columns.map(({ head, isNumber }) => (
            <th scope="col" {...(isNumber && { class: "number" })}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {servers.map((server) => (
          <tr>
            <ServerName server={server} />
            {columns.map(({ head, isNumber, isUnlabelled, cell }) => (
              <td
                {...(isUnlabelled !== true && { "data-label": head })}
                {...(isNumber && { class: "number" })}
              >
                {cell(server)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const ServerName = ({ server }: { server: LeaderboardRow }) => (
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
);

/** A figure with its bounds under it. */
const Figure = ({ value, under }: { value: string; under: string }) => (
  <>
    {value}
    <span class="interval">{` ${under}`}</span>
  </>
);
