import type { Config } from "../../config.ts";
import { KEY_LIFETIME_SECONDS } from "../../constants.ts";
import { bookEntry } from "../../ledger/holds.ts";
import { newOrganisationId } from "../../lib/ids.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { drizzle, statementOf } from "../../platform/database.ts";
import { numberOfEmptiest } from "../../platform/ledgers.ts";
import { withBudgets } from "../../platform/limits/limits.ts";
import { anonymousKeyBudgets } from "../../platform/limits/network-budgets.ts";
import { apiKeys, organisations } from "../../platform/schema.ts";
import { signer } from "../../platform/secrets.ts";
import { issueKey } from "../keys/key-format.ts";

/** The four fields of an issued key. docs/contract.md, section 2. */
export function accessToken(key: string) {
  return { access_token: key, token_type: "bearer", expires_in: KEY_LIFETIME_SECONDS, scope: "api" };
}

/** Makes an organisation without an owner, with trial tokens and one key. Throws `rate_limited`, `temporarily_unavailable`. */
export async function registerAnonymously(env: Env, config: Config, client: ClientAddress): Promise<string> {
  const organisationId = newOrganisationId(await numberOfEmptiest(env));
  const budgets = anonymousKeyBudgets(config, client.ip ?? "");
  const now = Date.now();
  const issued = await issueKey(await signer(config, "api-key"), { organisationId, now });
  const statements = [insertOrganisation(env.DB, organisationId, client.country, now)];
  if (config.ANONYMOUS_TOKENS > 0) {
    const grant = {
      organisationId,
      type: "grant",
      tokens: config.ANONYMOUS_TOKENS,
      reference: `trial:${organisationId}`,
    } as const;
    statements.push(bookEntry(env.DB, grant, now));
  }
  statements.push(insertKey(env.DB, issued, { organisationId, name: "anonymous", country: client.country }));
  await withBudgets(env, budgets, () => env.DB.batch(statements));
  return issued.key;
}

export function insertOrganisation(
  db: D1Database,
  id: string,
  country: string | null,
  now: number,
): D1PreparedStatement {
  const row = { id, plan: "anonymous", country, createdAt: now } as const;
  return statementOf(db, drizzle(db).insert(organisations).values(row));
}

type IssuedKey = Awaited<ReturnType<typeof issueKey>>;

export function insertKey(
  db: D1Database,
  key: IssuedKey,
  row: { organisationId: string; name: string; country: string | null },
) {
  const { key: _secret, ...stored } = key;
  return statementOf(
    db,
    drizzle(db)
      .insert(apiKeys)
      .values({ ...stored, ...row }),
  );
}
