import type { Config } from "../config.ts";
import { checkReadiness } from "../http/health.ts";
import { Figures, Readiness } from "../http/pages/figures.tsx";
import { Time } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { checkLedger } from "../ledger/reconciliation.ts";
import { dataOf } from "../platform/data-database.ts";
import { listImports } from "../sources/directory/import-log.ts";
import { readVendorSpending } from "../sources/vendors/spending.ts";
import { LedgerSums } from "./ledger-sums.tsx";
import { KEY_CHECKS } from "./vendor-key-checks.ts";

/** The variables that enable each source or provider. */
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
