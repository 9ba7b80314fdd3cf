const MARKS = { passed: "Passed", failed: "Failed", not_measured: "Not measured" } as const;
const TONES = { passed: "good", failed: "bad", not_measured: "none" } as const;

export interface CheckRow {
  readonly label: string;
  readonly mark: keyof typeof MARKS;
  readonly finding: string;
  readonly outdated?: boolean;
}

/** Checks of `checks-v1` with their marks. */
export const ChecksTable = ({ caption, checks }: { caption: string; checks: readonly CheckRow[] }) => (
  <table class="checks">
    <caption class="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Check</th>
        <th scope="col">Mark</th>
        <th scope="col">Finding</th>
      </tr>
    </thead>
    <tbody>
      {checks.map(({ label, mark, finding, outdated }) => (
        <tr>
          <th scope="row">{label}</th>
          <td class={`state ${TONES[mark]}`}>
            {MARKS[mark]}
            {outdated && ", outdated check"}
          </td>
          <td>{finding}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
