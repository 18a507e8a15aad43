import type { Config } from "../config.ts";
import { KV_CACHE_SECONDS, PRIVACY_LINK_LIFETIME_SECONDS } from "../constants.ts";
import { AppError, asUnavailable } from "../errors.ts";
import { newId } from "../lib/ids.ts";
import { withBudgets } from "../platform/limits/limits.ts";
import { mailBudgetsFor } from "../platform/limits/network-budgets.ts";
import { sendMail } from "../platform/mail.ts";
import { openUntil, sealUntil } from "../platform/sealed-handle.ts";
import { signer } from "../platform/secrets.ts";
import type { PrivacyRequest } from "./form.ts";
import { privacyMail } from "./privacy-mail.ts";
import { findPrivacyRecord, forgetReceived, noteReceived, recordedAddress } from "./records.ts";

const TOKEN = "tgp_";
const ID_BYTES = 16;
/** A request with its subject is kept in KV until its link is used or expires. */
const keyOf = (id: string) => `privacy:${id}`;

type Asked = { request: PrivacyRequest; ip: string | null; baseUrl: string };

/**
 * Mails a link to the person concerned; nothing is done or revealed before it is used. The request itself waits in KV, so that
 * neither the link nor a log contains the subject. Throws `rate_limited` over a mail budget, and `temporarily_unavailable` when
 * the mail cannot be sent.
 */
export async function openPrivacyRequest(env: Env, config: Config, { request, ip, baseUrl }: Asked): Promise<void> {
  const budgets = await mailBudgetsFor(config, ip, request.email);
  const receivedAt = Date.now();
  const id = newId(receivedAt);
  const expiresAt = receivedAt + PRIVACY_LINK_LIFETIME_SECONDS * 1000;
  const token = TOKEN + (await sealUntil(await signer(config, "privacy-link"), id, expiresAt));
  const send = async () => {
    const { type, email } = request;
    await noteReceived(env.DB, { id, type, addressHash: await recordedAddress(config, email), receivedAt });
    const life = { expirationTtl: PRIVACY_LINK_LIFETIME_SECONDS };
    await env.CLAIMS.put(keyOf(id), JSON.stringify(request), life);
    const link = `${baseUrl}/privacy/confirm?t=${token}`;
    await sendMail(env, config, { to: email, ...privacyMail(config.SERVICE_NAME, request, link) });
  };
  await withBudgets(env, budgets, send).catch(async (error: unknown) => {
    await Promise.allSettled([forgetReceived(env.DB, id), forgetRequest(env, id)]);
    throw asUnavailable(error, "The request could not be created. Try again.");
  });
}

export async function forgetRequest({ CLAIMS }: Env, id: string): Promise<void> {
  await CLAIMS.delete(keyOf(id));
}

/** The request of a mailed link; null when forged, expired or used. Throws while KV may not show a new one yet. */
export async function readPrivacyRequest(env: Env, config: Config, token: string) {
  const id = await readLink(config, token);
  if (id === null) return null;
  const request = await env.CLAIMS.get<PrivacyRequest>(keyOf(id), "json");
  if (request) return { id, ...request };
  const record = await findPrivacyRecord(env.DB, id);
  const isNew = record?.doneAt === null && Date.now() < record.receivedAt + KV_CACHE_SECONDS * 1000;
  if (!isNew) return null;
  throw new AppError("temporarily_unavailable", "Your request is not available yet. Open the link again in a minute.", {
    retryAfterSeconds: KV_CACHE_SECONDS,
  });
}

async function readLink(config: Config, token: string): Promise<string | null> {
  const sealed = token.startsWith(TOKEN) ? token.slice(TOKEN.length) : "";
  const opened = await openUntil(await signer(config, "privacy-link"), sealed, ID_BYTES);
  return opened && Date.now() < opened.expiresAt ? opened.hex : null;
}
