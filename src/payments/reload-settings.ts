/** The settings of auto-reload: what the owner allows, and what a key may change within that. */
import { invalidRequest } from "../errors.ts";
import { refreshAccount } from "../ledger/account.ts";
import { PATHS } from "../paths.ts";
import { type Row, sql } from "../platform/database.ts";
import { withBudgets } from "../platform/limits/limits.ts";
import { mailBudgets } from "../platform/limits/network-budgets.ts";
import { sendMail } from "../platform/mail.ts";
import type { autoReloads } from "../platform/schema.ts";
import { lastingHash } from "../platform/secrets.ts";
import { signedIn } from "../platform/signed-in.ts";
import { normaliseAddress } from "../readers/emails/email-address.ts";
import { reloadProposalMail } from "./mails.ts";
import { dollarsOf } from "./money.ts";
import { billingOf, openPayments, type Payments, type PaymentsContext } from "./purchases.ts";
import { ownerAddress } from "./settle-payment.ts";
import { savedCard } from "./stripe-api.ts";

type AutoReloadSettings = Pick<Row<typeof autoReloads>, "threshold" | "amountCents" | "monthlyCapCents">;

export type AutoReload = NonNullable<Awaited<ReturnType<typeof readAutoReload>>>;

/** SQL: cents of this month's reloads of `a`, pending ones included. */
export const SPENT_THIS_MONTH = `(SELECT coalesce(sum(amount_cents), 0) FROM purchases WHERE organisation_id = a.organisation_id
  AND kind = 'auto_reload' AND state IN ('pending', 'paid') AND created_at >= @monthStart)`;

const READ = `SELECT a.threshold, a.amount_cents AS amountCents, a.monthly_cap_cents AS monthlyCapCents, a.state,
    a.stopped_reason AS stoppedReason, ${SPENT_THIS_MONTH} AS spentCents
  FROM auto_reloads a WHERE a.organisation_id = @organisationId`;

/** Settings and state of an organisation's auto-reload, as tools show them; null when it has none. */
export async function readAutoReload(db: D1Database, organisationId: string) {
  type Read = AutoReloadSettings & Pick<Row<typeof autoReloads>, "state" | "stoppedReason"> & { spentCents: number };
  const settings = await sql(db, READ, { organisationId, monthStart: monthStart() }).first<Read>();
  if (!settings) return null;
  return {
    enabled: settings.state !== "stopped",
    state: settings.state,
    threshold: settings.threshold,
    amount_usd: dollarsOf(settings.amountCents),
    monthly_cap_usd: dollarsOf(settings.monthlyCapCents),
    /** Reloads of this calendar month (UTC), pending ones included. */
    spent_this_month_usd: dollarsOf(settings.spentCents),
    stopped_reason: settings.stoppedReason,
  };
}

/**
 * Sets the owner's limits and switches auto-reload on, also after a failed charge. Only for the owner; a key uses {@link
 * lowerAutoReload}. Does nothing when the session has ended, so that "this wasn't me" of the same moment stays in effect. Throws
 * `invalid_request` without an owner's address, and what {@link openPayments} throws.
 */
export async function switchOnAutoReload(
  context: PaymentsContext,
  { organisationId, sessionHash }: { organisationId: string; sessionHash: string },
  settings: AutoReloadSettings,
): Promise<void> {
  await requireOwner(context.env.DB, organisationId);
  const values = { ...settings, ...(await startingState(context, organisationId)) };
  const save = `INSERT INTO auto_reloads
      (organisation_id, threshold, amount_cents, monthly_cap_cents, provider, state, stopped_reason)
    SELECT @organisationId, @threshold, @amountCents, @monthlyCapCents, @provider, @state, @stoppedReason
    WHERE ${signedIn("owner")}
    ON CONFLICT (organisation_id) DO UPDATE SET threshold = excluded.threshold, amount_cents = excluded.amount_cents,
      monthly_cap_cents = excluded.monthly_cap_cents, provider = excluded.provider, state = excluded.state,
      stopped_reason = excluded.stopped_reason`;
  await sql(context.env.DB, save, { organisationId, sessionHash, now: Date.now(), ...values }).run();
  await refreshAccount(context.env, organisationId);
}

/**
 * Lowers the owner's limits, or switches auto-reload on again within them. False when one of `settings` is above the owner's
 * limit or there is none, because a leaked key must not be able to spend more of the card. One guarded statement.
 */
export async function lowerAutoReload(
  context: PaymentsContext,
  organisationId: string,
  settings: AutoReloadSettings,
): Promise<boolean> {
  await requireOwner(context.env.DB, organisationId);
  const values = { organisationId, ...settings, ...(await startingState(context, organisationId)) };
  const lower = `UPDATE auto_reloads SET threshold = @threshold, amount_cents = @amountCents, monthly_cap_cents = @monthlyCapCents,
      provider = @provider, state = @state, stopped_reason = @stoppedReason
    WHERE organisation_id = @organisationId AND threshold >= @threshold AND amount_cents >= @amountCents
      AND monthly_cap_cents >= @monthlyCapCents`;
  const { meta } = await sql(context.env.DB, lower, values).run();
  await refreshAccount(context.env, organisationId);
  return meta.changes > 0;
}

/**
 * Mails the owner what a key asks for, with a link to the console's form filled in with it, and returns the link. It carries no
 * authority: nothing changes until the owner signs in and confirms. Throws `rate_limited` over a mail budget and
 * `temporarily_unavailable` when the mail cannot be sent.
 */
export async function proposeAutoReload(
  context: PaymentsContext & { client: { ip: string | null } },
  organisationId: string,
  asked: { threshold: number; amount_usd: number; monthly_cap_usd: number },
): Promise<string> {
  const { env, config, baseUrl, client } = context;
  const owner = await requireOwner(env.DB, organisationId);
  const fields = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const link = `${baseUrl}${PATHS.consolePurchases}?${fields}`;
  const addressHash = await lastingHash(config, "address", normaliseAddress(owner));
  const budgets = mailBudgets(config, client.ip ?? "", { purpose: "key", addressHash });
  const mail = { to: owner, ...reloadProposalMail(config.SERVICE_NAME, asked, link) };
  await withBudgets(env, budgets, () => sendMail(env, config, mail));
  return link;
}

async function requireOwner(db: D1Database, organisationId: string): Promise<string> {
  const owner = await ownerAddress(db, organisationId);
  if (owner !== null) return owner;
  throw invalidRequest(
    "Auto-reload needs an owner with a verified email address, because every charge is reported by mail. Claim this organisation first: POST /agent/identity with this key as bearer.",
  );
}

async function startingState(context: PaymentsContext, organisationId: string) {
  const payments = openPayments(context);
  const state = (await hasCard(context, payments, organisationId)) ? ("on" as const) : ("waiting_for_card" as const);
  return { provider: payments.provider, state, stoppedReason: null };
}

async function hasCard({ env }: PaymentsContext, payments: Payments, organisationId: string): Promise<boolean> {
  if (payments.provider === "stripe") {
    const { customerId } = await billingOf(env.DB, organisationId);
    return customerId !== null && (await savedCard(payments.stripe, customerId)) !== null;
  }
  // Test payments have no cards; a paid test purchase counts as one.
  const paid =
    "SELECT 1 FROM purchases WHERE organisation_id = @organisationId AND provider = 'test' AND state = 'paid'";
  return (await sql(env.DB, paid, { organisationId }).first()) !== null;
}

/** Switches auto-reload off. A pending reload still completes. */
export async function switchOffAutoReload(env: Env, organisationId: string): Promise<void> {
  await env.DB.prepare("DELETE FROM auto_reloads WHERE organisation_id = ?").bind(organisationId).run();
  await refreshAccount(env, organisationId);
}

/** Start of the calendar month (UTC), milliseconds. */
export function monthStart(now = Date.now()): number {
  const today = new Date(now);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
}
