import type { Leaderboard, Tier } from "../contract/leaderboard.ts";
import { READINGS, type Reading, TIERS } from "../contract/readings.ts";
import { Page } from "./layout.tsx";
import { type ListChoice, listSearch, TIER_WORDS } from "./list-choice.ts";
import { ListTable } from "./list-table.tsx";
import { orderSentence, totalsSentence } from "./list-words.ts";

export interface ListPageProps {
  readonly siteName: string;
  readonly siteUrl: string;
  readonly simulated: boolean;
  readonly choice: ListChoice;
  readonly page: Leaderboard;
  readonly isFirstPage: boolean;
}

const READING_WORDS: Readonly<Record<Reading, string>> = {
  health: "Health",
  rank: "Rank",
  checks: "Checks",
};

/** The list of servers in the order of a reading. */
export const ListPage = (props: ListPageProps) => {
  const { choice, page } = props;
  const search = listSearch(choice);
  const order = orderSentence(choice);
  return (
    <Page
      siteName={props.siteName}
      siteUrl={props.siteUrl}
      simulated={props.simulated}
      path={`/${search}`}
      title={`Remote MCP servers, measured${choice.reading === null ? "" : `, by ${READING_WORDS[choice.reading]}`}`}
      description="Which remote MCP servers answer, in which protocol, with how many tools: measured around the clock."
      json={`/api/v2/leaderboard${search}`}
    >
      <h1>Remote MCP servers, measured</h1>
      <p class="lede">
        Every server listed here is visited on a published cadence, with discovery requests only. What came
        back is recorded and shown as it was, with the time and the network that saw it. No tool is ever
        called.
      </p>
      <div class="lists">
        <OrderTabs choice={choice} />
        <ServerTabs choice={choice} />
      </div>
      <p class="note">
        {totalsSentence(page.totals, choice)} {order} <a href="/methodology.json">Method</a>
      </p>
      {page.servers.length === 0 ? (
        <Empty {...props} />
      ) : (
        <ListTable
          reading={choice.reading}
          caption={`Servers with what the newest visit found. ${order}`}
          servers={page.servers}
        />
      )}
      {page.next_cursor !== null && (
        <p>
          <a href={`/${listSearch(choice, page.next_cursor)}`} rel="next">
            Next servers
          </a>
        </p>
      )}
    </Page>
  );
};

const Tab = ({ to, label, isShown }: { to: ListChoice; label: string; isShown: boolean }) => (
  <a href={`/${listSearch(to)}`} {...(isShown && { "aria-current": "page" })}>
    {label}
  </a>
);

/** The readings; a tier that was picked stays picked. */
const OrderTabs = ({ choice }: { choice: ListChoice }) => {
  const tier = choice.reading === "health" && choice.tier === "open" ? null : choice.tier;
  return (
    <nav class="tabs" aria-label="Order">
      <span class="label">Order</span>
      <Tab
        to={{ reading: null, tier, isUnrated: choice.isUnrated }}
        label="Name"
        isShown={choice.reading === null}
      />
      {READINGS.map((reading) => (
        <Tab
          to={{ reading, tier: reading === "health" ? (tier ?? "open") : tier, isUnrated: false }}
          label={READING_WORDS[reading]}
          isShown={reading === choice.reading}
        />
      ))}
    </nav>
  );
};

/** The tiers, all of them where a reading mixes them, and the servers without a rating. */
const ServerTabs = ({ choice: { reading, tier, isUnrated } }: { choice: ListChoice }) => {
  const tiers: readonly (Tier | null)[] = reading === "health" ? TIERS : [null, ...TIERS];
  return (
    <nav class="tabs" aria-label="Which servers">
      <span class="label">Show</span>
      {tiers.map((to) => (
        <Tab
          to={{ reading, tier: to, isUnrated: false }}
          label={to === null ? "All" : to === "unknown" ? "Tier unknown" : TIER_WORDS[to]}
          isShown={to === tier && !isUnrated}
        />
      ))}
      <Tab to={{ reading: null, tier: null, isUnrated: true }} label="Not rated" isShown={isUnrated} />
    </nav>
  );
};

const Empty = ({ isFirstPage, choice, page }: ListPageProps) => {
  const isNoneListed = page.totals === null || Object.values(page.totals).every(({ listed }) => listed === 0);
  if (!isFirstPage) return <p class="empty">No further servers.</p>;
  return (
    <p class="empty">
      {isNoneListed || choice.reading !== null
        ? "No server here yet. A new listing is visited within a minute or two of being added; reload to see it arrive."
        : "No server is in this list."}
    </p>
  );
};
