import { and, eq } from "drizzle-orm";
import type { Config } from "../config.ts";
import { raiseAlert } from "../platform/alerts.ts";
import { drizzle } from "../platform/database.ts";
import { decryptSecret, encryptSecret } from "../platform/encrypted-secret.ts";
import { webhookEndpoints } from "../platform/schema.ts";
import type { WebhookEndpoint } from "./endpoints.ts";

type Sealed = Pick<WebhookEndpoint, "id" | "secret" | "previousSecret" | "previousUntil">;

/** The current signing secrets, newest first, encrypted again after a rotation; empty when none can be decrypted. */
export async function openSecrets(env: Env, config: Config, endpoint: Sealed): Promise<string[]> {
  const { id, secret, previousSecret, previousUntil } = endpoint;
  const current = await decryptSecret(config, id, secret);
  if (!current) {
    await raiseAlert(env, "webhook_secret_unreadable", { endpoint: id });
    return [];
  }
  if (!current.isCurrent) {
    const renewed = await encryptSecret(config, id, current.text);
    const isUnchanged = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.secret, secret));
    await drizzle(env.DB).update(webhookEndpoints).set({ secret: renewed }).where(isUnchanged);
  }
  if (previousSecret === null || (previousUntil ?? 0) <= Date.now()) return [current.text];
  const previous = await decryptSecret(config, id, previousSecret);
  return previous ? [current.text, previous.text] : [current.text];
}
