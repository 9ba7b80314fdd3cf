import type { Child } from "hono/jsx";

/** One entry of a list of facts (`dl.facts`). */
export const Fact = ({ term, children }: { term: string; children?: Child }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);
