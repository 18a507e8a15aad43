import type { Config } from "../../config.ts";
import { recallAccount, refreshAccount, revokeInAccount, writeKeys } from "../../ledger/account.ts";
import { isoDay, newId } from "../../lib/ids.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { transact } from "../../platform/database.ts";
import { isDisposable } from "../../platform/disposable-domains.ts";
import { lastingHash } from "../../platform/secrets.ts";
import { normaliseAddress, splitAddress } from "../../readers/emails/email-address.ts";
import { isFreeMail, registrableDomain } from "../../readers/words/company-domain.ts";
import { ENTRY_IDS, NEW_ENTRY, TAKE_ANONYMOUS, WON } from "./merge-anonymous.ts";

/** The result of an exchange: `secret` is for the caller, `insert` stores its hash in the same transaction. */
type Made = { secret: string; hash: string; insert: string; values: Record<string, unknown> };
export type Make = (target: string, now: number) => Promise<Made>;

export type ExchangePlan = {
  email: string;
  /** The user's workspace. */
  target: string;
  /** The anonymous organisation to adopt (if it is the target) or to merge into the target; null without one. */
  anonymous: string | null;
};

/** SQL: `@anonymous` belongs to nobody yet. */
export const IS_FREE =
  "EXISTS (SELECT 1 FROM organisations WHERE id = @anonymous AND owner_id IS NULL AND merged_into IS NULL)";
/** SQL: the key that asked for the claim may still take `@anonymous` over. */
export const KEY_MAY_CLAIM = `EXISTS (SELECT 1 FROM claims c JOIN api_keys k ON k.hash = c.anonymous_key_hash
  WHERE c.hash = @claim AND k.organisation_id = @anonymous AND k.revoked_at IS NULL AND k.expires_at > @now
    AND k.connection_id IS NULL AND k.cap_per_day IS NULL)`;

/** Runs the exchange as one transaction; null if the claim, the workspace or the organisation has changed since. */
export async function commitExchange(
  env: Env,
  config: Config,
  claimHash: string,
  plan: ExchangePlan,
  client: ClientAddress,
  make: Make,
): Promise<string | null> {
  const { email, target, anonymous } = plan;
  const now = Date.now();
  const made = await make(target, now);
  const address = await lastingHash(config, "welcome", normaliseAddress(email));
  const welcome = (await isDisposable(env.DB, email)) ? 0 : config.WELCOME_TOKENS;
  const site = registrableDomain(splitAddress(email)[1].toLowerCase());
  const domain = isFreeMail(site) ? null : await lastingHash(config, "welcome", `domain:${site}`);
  const ids = Object.fromEntries(["userId", "welcomeId", ...ENTRY_IDS].map((name) => [name, newId(now)]));
  const limits = { most: config.WELCOME_GRANTS_PER_DOMAIN_DAY, day: isoDay(now), now };
  const exchange = { claim: claimHash, made: made.hash, email, target, anonymous, country: client.country };
  const values = { ...made.values, ...ids, ...limits, ...exchange, address, domain, welcome };
  const take = anonymous === null ? [] : TAKE_ANONYMOUS;
  const statements = [...BEGIN, ...take, ...WELCOME, `${made.insert} WHERE ${WON}`];
  // Leased tokens not held by running calls are returned to D1 before the balances are read, and move with the rest.
  if (anonymous !== null) await Promise.all([...new Set([anonymous, target])].map((id) => recallAccount(env, id)));
  const changed = [...new Set([anonymous ?? target, target])];
  const results = await writeKeys(env, changed, () => transact(env.DB, values, statements));
  if (results[1]?.meta.changes !== 1) return null;
  await Promise.all(changed.map((id) => refreshAccount(env, id)));
  if (anonymous !== null) {
    // D1 has revoked its keys last; its account object must reject them for good.
    const revoked = results[BEGIN.length + take.length - 1]?.results as { id: string }[];
    const ids = revoked.map(({ id }) => id);
    await revokeInAccount(env, anonymous, ids).catch(() => {});
  }
  return made.secret;
}

const MAY_EXCHANGE = `EXISTS (SELECT 1 FROM claims WHERE hash = @claim AND state = 'bound')
  AND (@anonymous IS NULL OR ${IS_FREE} AND ${KEY_MAY_CLAIM})`;

/** The second one is the claim's transition, on which all after it depend. */
const BEGIN = [
  `INSERT INTO users (email, id, organisation_id, created_at) SELECT @email, @userId, @target, @now WHERE ${MAY_EXCHANGE}
    ON CONFLICT (email) DO NOTHING`,
  `UPDATE claims SET state = 'exchanged', made_hash = @made WHERE hash = @claim AND ${MAY_EXCHANGE}
    AND (SELECT organisation_id FROM users WHERE email = @email) = @target`,
  `INSERT INTO organisations (id, plan, owner_id, country, created_at)
    SELECT @target, 'free', (SELECT id FROM users WHERE email = @email), @country, @now
    WHERE ${WON} AND @target IS NOT @anonymous ON CONFLICT (id) DO NOTHING`,
  `INSERT INTO members (organisation_id, user_id, role, created_at) SELECT @target, id, 'owner', @now FROM users
    WHERE email = @email AND ${WON} ON CONFLICT DO NOTHING`,
];

const WELCOME = [
  `INSERT INTO welcome_grants (domain_hash, day, address_hash) SELECT @domain, @day, @address
    WHERE ${WON} AND @welcome > 0 AND @domain IS NOT NULL
      AND (SELECT count(*) FROM welcome_grants WHERE domain_hash = @domain AND day = @day) < @most
      AND NOT EXISTS (SELECT 1 FROM entries WHERE reference = 'welcome:' || @address)`,
  `${NEW_ENTRY} SELECT @welcomeId, @target, 'grant', @welcome, 'welcome:' || @address
    WHERE ${WON} AND @welcome > 0 AND (@domain IS NULL OR EXISTS
      (SELECT 1 FROM welcome_grants WHERE domain_hash = @domain AND day = @day AND address_hash = @address))
    ON CONFLICT (reference) DO NOTHING`,
];
