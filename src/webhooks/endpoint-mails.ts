import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Config } from "../config.ts";
import { WEBHOOK_DISABLED_AFTER_MS } from "../constants.ts";
import { log } from "../lib/log.ts";
import { DAY_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { drizzle } from "../platform/database.ts";
import { type MailContent, sendMail, writeMail } from "../platform/mail.ts";
import { organisations, users, webhookEndpoints } from "../platform/schema.ts";
import type { WebhookEndpoint } from "./endpoints.ts";

const MAILS_PER_RUN = 50;

/** To the owner: an endpoint was registered. Its URL may hold a secret, so the mail names the host. */
export function addedEndpointMail(serviceName: string, host: string, consoleUrl: string): MailContent {
  return writeMail(`${serviceName}: a webhook endpoint was added`, [
    `A webhook endpoint on ${host} was added to your ${serviceName} workspace. Events of your batches and watches are sent there once it is verified.`,
    {
      kind: "link",
      paragraph:
        'If you did not add it, delete it and press "This wasn\'t me" on the page Agents and keys of your console:',
      link: consoleUrl,
    },
  ]);
}

function disabledEndpointMail(
  serviceName: string,
  { host, reason }: Pick<WebhookEndpoint, "host"> & { reason: WebhookEndpoint["disabledReason"] },
  consoleUrl: string,
): MailContent {
  const why =
    reason === "gone"
      ? "It answered 410, which says that it wants no more events."
      : `Every try of the last ${WEBHOOK_DISABLED_AFTER_MS / DAY_MS} days failed.`;
  return writeMail(`${serviceName}: a webhook endpoint was disabled`, [
    `The webhook endpoint on ${host} of your ${serviceName} workspace was disabled. ${why}`,
    {
      kind: "link",
      paragraph: "See its tries, verify it again, and recover the events that it missed:",
      link: consoleUrl,
    },
  ]);
}

/** For the cron: mails the owners of automatically disabled endpoints. The next run retries a failed mail. */
export async function mailAboutDisabledEndpoints(env: Env, config: Config): Promise<void> {
  const db = drizzle(env.DB);
  const { id, host, baseUrl, disabledReason: reason, mailDueSince } = webhookEndpoints;
  const due = await db
    .select({ id, host, baseUrl, reason, since: sql<number>`${mailDueSince}`, email: users.email })
    .from(webhookEndpoints)
    .innerJoin(organisations, eq(organisations.id, webhookEndpoints.organisationId))
    .leftJoin(users, eq(users.id, organisations.ownerId))
    .where(isNotNull(mailDueSince))
    .orderBy(asc(mailDueSince))
    .limit(MAILS_PER_RUN);
  for (const endpoint of due) {
    const consoleUrl = `${endpoint.baseUrl}${PATHS.consoleWebhooks}/${endpoint.id}`;
    const content = disabledEndpointMail(config.SERVICE_NAME, endpoint, consoleUrl);
    try {
      if (endpoint.email !== null) await sendMail(env, config, { to: endpoint.email, ...content });
      // One that was enabled and disabled again in the meantime is due again.
      const isSame = and(eq(id, endpoint.id), eq(mailDueSince, endpoint.since));
      await db.update(webhookEndpoints).set({ mailDueSince: null }).where(isSame);
    } catch (cause) {
      log("warn", "webhook_mail_not_sent", { endpoint: endpoint.id, cause });
    }
  }
}
