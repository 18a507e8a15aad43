import type { AppContext } from "../http/app-env.ts";
import { Tokens } from "../http/pages/figures.tsx";
import { Field, Filter, Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { formatCents } from "../lib/numbers.ts";
import { DAY_MS } from "../lib/time.ts";
import { OPERATOR, organisationPath } from "./operator-page.tsx";
import { findActiveOrganisations, findOrganisations, type Organisation } from "./organisation-store.ts";

const PAGE_ROWS = 50;
const ACTIVITY_DAYS = 30;

/** The most active first; `q` searches by id or owner, `all` lists by id, `after` is the last id before. */
export async function organisationsPage({ c }: PrivateVisit) {
  const asked = (c.req.query("q") ?? "").trim();
  const isAll = c.req.query("all") === "1";
  return (
    <>
      <Filter to={OPERATOR.organisations} submit="Search">
        <Field
          id="q"
          label="Organisation id, or the start of its owner's address"
          type="search"
          value={asked}
          maxlength={254}
        />
      </Filter>
      <nav class="tabs" aria-label="Order">
        <a href={OPERATOR.organisations} aria-current={asked || isAll ? undefined : "true"}>
          Most active
        </a>
        <a href={`${OPERATOR.organisations}?all=1`} aria-current={isAll ? "true" : undefined}>
          All
        </a>
      </nav>
      {asked || isAll ? await found(c, asked) : await mostActive(c)}
    </>
  );
}

async function mostActive(c: AppContext) {
  const active = await findActiveOrganisations(c.env, Date.now() - ACTIVITY_DAYS * DAY_MS, PAGE_ROWS);
  return (
    <>
      <p class="hint">By the tokens their calls were charged in the last {ACTIVITY_DAYS} days.</p>
      <Records
        none="No paid calls in these days."
        columns={["Id", "Owner", "Plan", ...numbers("Calls", "Charged", "Available", "Revenue")]}
        rows={active.map((row) => [
          <Name of={row} />,
          row.email ?? "–",
          row.plan,
          row.calls,
          <Tokens of={row.tokens} />,
          <Tokens of={row.available} />,
          formatCents(row.revenueCents),
        ])}
      />
    </>
  );
}

async function found(c: AppContext, asked: string) {
  const page = await findOrganisations(c.env.DB, asked, c.req.query("after") ?? "", PAGE_ROWS);
  const more = page.next && new URLSearchParams({ ...(asked ? { q: asked } : { all: "1" }), after: page.next });
  return (
    <>
      <Records
        none="Nothing found."
        columns={["Id", "Owner", "Plan", ...numbers("Available", "Revenue"), "Since"]}
        rows={page.organisations.map((row) => [
          <Name of={row} />,
          row.email ?? "–",
          row.plan,
          <Tokens of={row.available} />,
          formatCents(row.revenueCents),
          <Time at={row.createdAt} />,
        ])}
      />
      {more && (
        <p>
          <a href={`${OPERATOR.organisations}?${more}`}>More</a>
        </p>
      )}
    </>
  );
}

function Name({ of: { id, blockedAt } }: { of: Organisation }) {
  return (
    <>
      <a href={organisationPath(id)}>
        <code>{id}</code>
      </a>{" "}
      {blockedAt !== null && <span class="badge bad">blocked</span>}
    </>
  );
}
