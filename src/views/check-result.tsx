import {
  checksWords,
  definitionWords,
  listedWords,
  outcomeSentence,
  patternNotice,
  signInWords,
  speaksWords,
  timeFigures,
} from "../check/report-words.ts";
import { segmentsOf } from "../check/segments.ts";
import type { State } from "../contract/leaderboard.ts";
import type { CheckReport } from "../contract/check-report.ts";
import { LIMITS } from "../limits.ts";
import { plainText } from "../lib/text.ts";
import { vote } from "../score/verdict/state.ts";
import { ChecksTable } from "./checks-table.tsx";
import { Fact } from "./fact.tsx";
import { PhaseChart } from "./phase-chart.tsx";
import { StateMark } from "./state-mark.tsx";
import { Moment } from "./time.tsx";

/** What became of a check: nothing was visited, and why; or a report. */
export type CheckEnd =
  | { readonly kind: "problem"; readonly title: string; readonly detail: string }
  | { readonly kind: "report"; readonly report: CheckReport };

export interface CheckResultProps {
  readonly end: CheckEnd;
  /** The listed server that was asked for by name; null for a URL that was typed. */
  readonly server: { readonly slug: string; readonly name: string } | null;
  /** Every step as it was told; none where nothing was begun. */
  readonly steps: readonly string[];
}

/** The end of a check; its heading takes the focus when a script puts it into the page. */
export const CheckResult = ({ end, server, steps }: CheckResultProps) => (
  <section class="result" aria-labelledby="outcome">
    {end.kind === "problem" ? (
      <>
        <h2 id="outcome" tabindex={-1}>
          {end.title}
        </h2>
        <p>{end.detail}</p>
      </>
    ) : (
      <Report report={end.report} />
    )}
    {server !== null && (
      <p>
        All about this server:{" "}
        <a href={`/servers/${server.slug}`}>
          <bdi>{plainText(server.name, 200)}</bdi>
        </a>
      </p>
    )}
    {steps.length > 0 && (
      <details>
        <summary>Steps of the visit</summary>
        <ol class="steps">
          {steps.map((step) => (
            <li>{step}</li>
          ))}
        </ol>
      </details>
    )}
  </section>
);

/** The mark of one visit, by what it would say to the quorum; the words beside it say more. */
function stateOf({ observation: { outcome } }: CheckReport): State {
  const says = vote(outcome);
  if (says === null) return "unknown";
  return says === "answers" ? "reachable" : "unreachable";
}

const Report = ({ report }: { report: CheckReport }) => {
  const { observation, list } = report;
  const segments = segmentsOf(observation);
  const checks = checksWords(report);
  return (
    <>
      <h2 id="outcome" class="verdict" tabindex={-1}>
        <StateMark state={stateOf(report)} words={outcomeSentence(report)} />
      </h2>
      <p>
        <code class="url">
          <bdi>{report.url}</bdi>
        </code>
      </p>
      <p class="note">
        {cause(report)}
        <Moment ms={observation.started_at} />, from {observation.network} ({observation.location})
      </p>
      {segments.length > 0 && (
        <>
          <PhaseChart segments={segments} />
          <p class="note">{timeFigures(report).join(" · ")}</p>
        </>
      )}
      <Facts report={report} />
      <FixFirst report={report} />
      {checks !== "" && (
        <>
          <h3>Checks</h3>
          <p class="note">{checks}</p>
          <ChecksTable caption="The checks that one visit can answer" checks={report.checks} />
        </>
      )}
      {list !== null && list.tools.length > 0 && <Tools report={report} tools={list.tools} />}
      <p class="note">
        One visit from one network, stored nowhere: no observation, and no verdict on anyone.
      </p>
    </>
  );
};

/** The outcome's id, the error behind it and the status, as far as there are any, with a mark behind. */
function cause({ observation: { outcome, error, http_status: status } }: CheckReport): string {
  const note = error && error.note !== "" ? ` (${plainText(error.note, LIMITS.errorNoteChars)})` : "";
  const parts = [
    outcome.replaceAll("_", " "),
    ...(error && error.code !== outcome ? [`${error.code.replaceAll("_", " ")}${note}`] : []),
    ...(status === null ? [] : [`HTTP ${status}`]),
  ];
  return `${parts.join(" · ")} · `;
}

const Facts = ({ report }: { report: CheckReport }) => {
  const { server_name: name, flags } = report.observation;
  const speaks = speaksWords(report);
  const listed = listedWords(report);
  const definitions = definitionWords(report);
  const signIn = signInWords(report);
  if (speaks === "" && signIn.length === 0 && flags.length === 0) return null;
  return (
    <dl class="facts">
      {speaks !== "" && <Fact term="Speaks">{speaks}</Fact>}
      {name !== null && name !== "" && (
        <Fact term="Name">
          <bdi>{plainText(name, LIMITS.selfReportedChars)}</bdi> (self-reported)
        </Fact>
      )}
      {listed !== "" && <Fact term="Tools">{listed}</Fact>}
      {definitions !== "" && <Fact term="Definitions">{definitions}</Fact>}
      {patternNotice(report) !== "" && <Fact term="Text">{patternNotice(report)}</Fact>}
      {signIn.length > 0 && (
        <Fact term="Sign-in">
          {signIn.map((line) => (
            <div>{line}</div>
          ))}
        </Fact>
      )}
      {flags.length > 0 && <Fact term="Side findings">{flags.join(", ").replaceAll("_", " ")}</Fact>}
    </dl>
  );
};

const FixFirst = ({ report: { fix_first: fixes } }: { report: CheckReport }) =>
  fixes.length === 0 ? null : (
    <>
      <h3>What to put right first</h3>
      <ol class="reasons">
        {fixes.map(({ text }) => (
          <li>{plainText(text, 400)}</li>
        ))}
      </ol>
    </>
  );

const Tools = (props: {
  report: CheckReport;
  tools: readonly { readonly name: string; readonly has_description: boolean }[];
}) => {
  const shown = props.tools.slice(0, LIMITS.toolNamesShown);
  const more = (props.report.list?.tool_count ?? 0) - shown.length;
  return (
    <details>
      <summary>Tools as reported by the server ({props.report.list?.tool_count})</summary>
      <ul class="reasons">
        {shown.map(({ name, has_description: isDescribed }) => (
          <li>
            <bdi>{plainText(name, LIMITS.toolNameChars) || "(no name)"}</bdi>
            {!isDescribed && ", without a description"}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </details>
  );
};
