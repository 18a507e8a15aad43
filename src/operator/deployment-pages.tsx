import { readBatchBacklog } from "../batches/batch-records.ts";
import type { Config } from "../config.ts";
import { callContextOf } from "../http/app-env.ts";
import { checkReadiness } from "../http/health.ts";
import { Figures, numbers, Readiness, Records, Tokens } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { checkLedger, type Statement } from "../ledger/reconciliation.ts";
import { dataOf } from "../platform/data-database.ts";
import { readVendorSpending } from "../sources/vendors/spending.ts";
import { TOOLS, toolsOf } from "../tools/index.ts";
import { findUnservedTools } from "../tools/served.ts";
import { readLookBacklog } from "../watches/look-schedule.ts";
import { readDeliveryBacklog } from "../webhooks/read-deliveries.ts";
import { listImports } from "./imports/import-log.ts";
import { KEY_CHECKS } from "./vendor-key-checks.ts";

const SWITCHES: [what: string, ...variables: (keyof Config)[]][] = [
  ["Payments by Stripe", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["Payments by wallets", "X402_PAY_TO"],
  ["Mail", "MAIL_FROM"],
  ...KEY_CHECKS.map(({ vendor, keyNames }): [string, ...(keyof Config)[]] => [vendor, ...keyNames]),
];

/** The ledger identity over all organisations. Only this page computes it, because it reads every row of the ledger. */
export async function ledgerPage({ c }: PrivateVisit) {
  const { broken, next: _, ...totals } = await checkLedger(c.env);
  return (
    <>
      <Figures of={Object.entries(totals)} />
      <p class={broken.length === 0 ? "notice" : "alert"}>
        {broken.length === 0
          ? "Every organisation's movements add up to its balance."
          : `${broken.length} organisations or more do not add up.`}
      </p>
      {broken.map((statement) => (
        <>
          <h2>
            <code>{statement.organisationId}</code>
          </h2>
          <LedgerSums statement={statement} />
        </>
      ))}
    </>
  );
}

/** The ledger identity of one organisation, term by term. */
export function LedgerSums({ statement }: { statement: Statement }) {
  const { organisationId: _, difference, unlisted, ...terms } = statement;
  return (
    <>
      <Figures
        of={Object.entries(terms).map(([name, tokens]) => [
          name.replace(/[A-Z]/, (letter) => ` ${letter.toLowerCase()}`),
          tokens,
        ])}
      />
      <p class={difference === 0 && unlisted === 0 ? "notice" : "alert"}>
        {difference === 0 && unlisted === 0
          ? "The movements add up to balance minus owed."
          : `The movements and the balance differ by ${difference} tokens, and ${unlisted} charged tokens have no call.`}
      </p>
    </>
  );
}

/** Bindings, configured sources, and what vendors cost. */
export async function sourcesPage({ c }: PrivateVisit) {
  const [readiness, spending] = await Promise.all([checkReadiness(c.env), readVendorSpending(c.env.DB, Date.now())]);
  return (
    <>
      <h2>Platform</h2>
      <Readiness of={readiness} />
      <h2>Configured</h2>
      <ul>
        {SWITCHES.map(([what, ...variables]) => (
          <li>
            {what}: <strong>{variables.every((name) => c.var.config[name]) ? "on" : "off"}</strong>, by{" "}
            {variables.map((name, index) => (
              <>
                {index > 0 && ", "}
                <code>{name}</code>
              </>
            ))}
          </li>
        ))}
      </ul>
      <h2>Vendors' credits</h2>
      <p class="hint">
        Of {c.var.config.VENDOR_CREDITS_PER_DAY} a day and vendor (<code>VENDOR_CREDITS_PER_DAY</code>), in each
        vendor's own unit.
      </p>
      <Records
        none="Nothing was spent in the last 7 days."
        columns={["Vendor", ...numbers("Today", "7 days", "Organisations")]}
        rows={spending.map(({ vendor, today, week, organisations }) => [vendor, today, week, organisations])}
      />
    </>
  );
}

export async function importsPage({ c }: PrivateVisit) {
  const all = await listImports(await dataOf(c.env));
  return (
    <Records
      none="Nothing has been imported."
      columns={["Time", "Kind", "Source", "Grounds", ...numbers("Rows", "Bad lines"), "Id"]}
      rows={all.map((row) => [
        <Time at={Date.parse(row.created_at)} />,
        row.kind,
        row.source_name ?? "–",
        row.licence_note,
        row.rows_ok,
        row.rows_failed,
        <code>{row.id}</code>,
      ])}
    />
  );
}

/** The price of each tool, and whether it is served. Both are deployment variables. */
export async function priceListPage({ c }: PrivateVisit) {
  const { config } = c.var;
  const unserved = await findUnservedTools(callContextOf(c));
  const defaults = new Map(TOOLS.map(({ name, cost }) => [name, cost]));
  return (
    <>
      <p>
        Prices are changed with the variable <code>PRICES</code> (<code>get_email=7, verify_email=0</code>), tools are
        switched off with <code>TOOLS_OFF</code> (<code>search_hackernews</code>), both in <code>wrangler.toml</code>.
        Tools without a source need a key of a vendor; the page Sources says which.
      </p>
      <Records
        columns={["Tool", "Category", ...numbers("Price", "Default"), "Served"]}
        rows={toolsOf(config).map(({ name, category, cost }) => [
          <code>{name}</code>,
          category,
          <Tokens of={cost} />,
          defaults.get(name) ?? 0,
          config.TOOLS_OFF.includes(name) ? "off" : unserved.has(name) ? "no source" : "yes",
        ])}
      />
    </>
  );
}

/** The backlog of background work. */
export async function queuesPage({ c }: PrivateVisit) {
  const [deliveries, looks, batches] = await Promise.all([
    readDeliveryBacklog(c.env.DB),
    readLookBacklog(c.env.DB),
    readBatchBacklog(c.env.DB),
  ]);
  const since = (label: string, at: number | null) => at !== null && ([label, <Time at={at} />] as const);
  return (
    <>
      <h2>Batches</h2>
      <Figures
        look="facts"
        of={[
          ["Running", batches.running],
          ["Queued", batches.queued],
          ["Inputs to run", batches.inputs],
          ["Silent, woken by the cron", batches.silent],
          since("Oldest stopped, not ended since", batches.stoppingSince),
        ]}
      />
      <h2>Looks at watched companies</h2>
      <Figures
        look="facts"
        of={[
          ["Domains", looks.domains],
          ["Due now", looks.due],
          since("Longest waiting, due at", looks.dueSince),
          ["Under way", looks.underWay],
          ["Interrupted, restarted", looks.died],
          ["Interrupted five times, paused for a day", looks.resting],
          ["Unreachable sites", looks.unreachable],
          ["Withheld events", looks.withheldEvents],
        ]}
      />
      <h2>Webhook deliveries</h2>
      <Figures
        look="facts"
        of={[
          ["Due now", deliveries.due],
          since("Longest waiting, due at", deliveries.dueSince),
          ["Being sent", deliveries.sending],
          ["Waiting for another attempt", deliveries.later],
          ["Given up in 24 hours", deliveries.failed],
          ["Active endpoints", deliveries.activeEndpoints],
          ["Disabled endpoints", deliveries.disabledEndpoints],
        ]}
      />
    </>
  );
}
