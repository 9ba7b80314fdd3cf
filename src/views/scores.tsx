import type { ToolRecord } from "../contract/leaderboard.ts";
import { checkLabel } from "../score/checks/checks.ts";
import { ChecksTable } from "./checks-table.tsx";
import { Fact } from "./fact.tsx";

type Numbers = NonNullable<ToolRecord["numbers"]>;

/** The published numbers of a server: headline figures with their intervals, the arithmetic, the rank's parts, the checks. */
export const Scores = ({ record, siteUrl }: { record: ToolRecord; siteUrl: string }) => {
  const { numbers, explanation, measured_as: measuredAs } = record;
  if (measuredAs !== null) {
    return (
      <section aria-labelledby="scores">
        <h2 id="scores">Scores</h2>
        <p>
          Several listings name this endpoint. It is measured once, as{" "}
          <a href={`/servers/${measuredAs.slug}`}>
            <bdi>{measuredAs.name}</bdi>
          </a>
          , and its scores stand there.
        </p>
      </section>
    );
  }
  if (numbers === null || explanation === null) {
    return (
      <section aria-labelledby="scores">
        <h2 id="scores">Scores</h2>
        <p class="empty">Numbers begin with the first closed hour after the first visit.</p>
      </section>
    );
  }
  return (
    <section aria-labelledby="scores">
      <h2 id="scores">Scores</h2>
      <p class="note">
        Over closed hours, as of {numbers.as_of.slice(0, 16).replace("T", " ")} UTC.{" "}
        <a href={`/api/v2/tools/${record.slug}/ledger`}>Inputs</a>, <a href="/methodology.json">method</a>,
        and the command that recomputes them:{" "}
        <code>
          npm run -s plumbline -- verify {record.slug} --site {siteUrl}
        </code>
      </p>
      <Headline numbers={numbers} />
      <h3>How the scores are made</h3>
      {explanation.health_line !== null && (
        <p>
          Health = <code>{explanation.health_line}</code>
        </p>
      )}
      <ul class="reasons">
        {explanation.inputs.map(({ input, sentence }) => (
          <li>
            <b>{input}</b> {sentence}
          </li>
        ))}
        {explanation.notes.map((note) => (
          <li>{note}</li>
        ))}
      </ul>
      <RankParts parts={explanation.rank_parts} line={explanation.rank_line} />
      <ChecksTable
        caption="The 22 checks"
        checks={numbers.checks.map((check) => ({ ...check, label: checkLabel(check.id) }))}
      />
    </section>
  );
};

const Headline = ({ numbers }: { numbers: Numbers }) => {
  const { availability, health, rank, evidence, latency_ms: latency, check_totals: checks } = numbers;
  return (
    <dl class="facts">
      <Fact term="Availability">
        {availability === null
          ? "not measured"
          : `${availability.pct} % (${availability.ci95[0]}–${availability.ci95[1]}), n ${availability.n}, n_eff ${availability.n_eff}`}
      </Fact>
      <Fact term="Health">
        {health === null
          ? `not rated: ${numbers.unrated_reason?.replaceAll("_", " ") ?? ""}`
          : `${health.score} (lower bound ${health.lower_bound})`}
      </Fact>
      <Fact term="Evidence">
        {evidence.grade}
        {evidence.capped_by !== null && `, capped: ${evidence.capped_by.replaceAll("_", " ")}`}
      </Fact>
      <Fact term="Rank score">
        {rank === null ? "not measured" : `${rank.score}${rank.new ? " (new)" : ""}`}
      </Fact>
      <Fact term="First answer">
        {latency.p50 === null
          ? "not measured"
          : `p50 ${latency.p50} ms, p95 ${latency.p95 ?? "–"} ms, 7 days (${latency.basis})`}
      </Fact>
      <Fact term="Checks">
        {`${checks.passed} passed, ${checks.failed} failed, ${checks.not_measured} not measured`}
      </Fact>
    </dl>
  );
};

type Explanation = NonNullable<ToolRecord["explanation"]>;

const RankParts = ({ parts, line }: { parts: Explanation["rank_parts"]; line: string | null }) => (
  <>
    {line !== null && (
      <p>
        Rank score = <code>{line}</code>
      </p>
    )}
    <ul class="reasons">
      {parts.map(({ label, sentence, raise }) => (
        <li>
          <b>{label}</b> {sentence}. <i>To raise it:</i> {raise}
        </li>
      ))}
    </ul>
  </>
);
