import { and, eq, isNull } from "drizzle-orm";
import { issueKey } from "../accounts/keys/key-format.ts";
import { createKey, type NewKey } from "../accounts/keys/manage-keys.ts";
import type { Session } from "../accounts/keys/sessions.ts";
import type { Config } from "../config.ts";
import { invalidRequest } from "../errors.ts";
import type { AppContext } from "../http/app-env.ts";
import { dropCookie, putCookie, readCookie } from "../http/pages/browser-session.ts";
import { utf8 } from "../lib/bytes.ts";
import { timeOfId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/time.ts";
import { drizzle } from "../platform/database.ts";
import { apiKeys } from "../platform/schema.ts";
import { sha256Hex, signer } from "../platform/secrets.ts";

const COOKIE = "new_key";
const LIFETIME_SECONDS = 120;
const NONCE_DIGITS = 32;

// The secret is not stored: its random part is derived from the session, the signing secret and a nonce in a cookie.

/** Makes a key that the next page shows once; `once` is the form's id, so one sent twice makes one key. Throws `invalid_request`. */
export async function createKeyToShow(c: AppContext, session: Session, asked: NewKey, once: string): Promise<void> {
  const { config } = c.var;
  const now = timeOfId(once);
  if (!/^[0-9a-f]{32}$/.test(once) || now > Date.now() || now < Date.now() - DAY_MS) {
    throw invalidRequest("This form has expired. Reload its page and send it again.");
  }
  const { name, capPerDay, categories, lifetimeSeconds, replaces } = asked;
  const nonce = (await sha256Hex(JSON.stringify([once, name, capPerDay, categories, lifetimeSeconds, replaces]))).slice(
    0,
    NONCE_DIGITS,
  );
  const maker = { kind: "session", organisationId: session.organisationId, sessionHash: session.hash } as const;
  const remade = { now, random: await randomOf(config, session, nonce) };
  const { id } = await createKey(c.env, config, maker, { ...asked, remade });
  putCookie(c, COOKIE, `${id}.${nonce}`, { maxAge: LIFETIME_SECONDS, sameSite: "Strict" });
}

/** The key that this browser has just made, to be shown once; null when there is none. */
export async function takeKeyToShow(c: AppContext, session: Session): Promise<{ name: string; key: string } | null> {
  const cookie = readCookie(c, COOKIE);
  if (cookie === undefined) return null;
  dropCookie(c, COOKIE);
  const [, id = "", nonce = ""] = /^(key_[0-9a-f]{24})\.([0-9a-f]{32})$/.exec(cookie) ?? [];
  const isOwn = and(eq(apiKeys.organisationId, session.organisationId), eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
  const row = id && (await drizzle(c.env.DB).select().from(apiKeys).where(isOwn).get());
  if (!row) return null;
  const { key, hash } = await issueKey(c.var.config, {
    organisationId: session.organisationId,
    now: row.createdAt,
    categories: row.categories,
    lifetimeSeconds: row.expiresAt / 1000 - Math.floor(row.createdAt / 1000),
    random: await randomOf(c.var.config, session, nonce),
  });
  return hash === row.hash ? { name: row.name, key } : null;
}

async function randomOf(config: Config, { hash }: Session, nonce: string): Promise<Uint8Array> {
  const { sign } = await signer(config, "shown-key");
  return (await sign(utf8(`${hash}:${nonce}`))).subarray(0, 16);
}
