import type { Config } from "../config.ts";
import { WEBHOOK_DISABLED_AFTER_MS } from "../constants.ts";
import { log } from "../lib/log.ts";
import { DAY_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { sql } from "../platform/database.ts";
import { type MailContent, sendMail, writeMail } from "../platform/mail.ts";
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

type Due = Pick<WebhookEndpoint, "id" | "host" | "baseUrl" | "disabledReason" | "mailDueSince"> & {
  email: string | null;
};

function disabledEndpointMail(serviceName: string, { id, host, baseUrl, disabledReason }: Due): MailContent {
  const why =
    disabledReason === "gone"
      ? "It answered 410, which says that it wants no more events."
      : `Every try of the last ${WEBHOOK_DISABLED_AFTER_MS / DAY_MS} days failed.`;
  return writeMail(`${serviceName}: a webhook endpoint was disabled`, [
    `The webhook endpoint on ${host} of your ${serviceName} workspace was disabled. ${why}`,
    {
      kind: "link",
      paragraph: "See its tries, verify it again, and recover the events that it missed:",
      link: `${baseUrl}${PATHS.consoleWebhooks}/${id}`,
    },
  ]);
}

const DUE = `SELECT e.id, e.host, e.base_url AS baseUrl, e.disabled_reason AS disabledReason, e.mail_due_since AS mailDueSince, u.email
  FROM webhook_endpoints e JOIN organisations o ON o.id = e.organisation_id LEFT JOIN users u ON u.id = o.owner_id
  WHERE e.mail_due_since IS NOT NULL ORDER BY e.mail_due_since LIMIT ${MAILS_PER_RUN}`;
/** One that was enabled and disabled again in the meantime is due again. */
const MAILED = "UPDATE webhook_endpoints SET mail_due_since = NULL WHERE id = @id AND mail_due_since = @mailDueSince";

/** For the cron: mails the owners of automatically disabled endpoints. The next run retries a failed mail. */
export async function mailAboutDisabledEndpoints(env: Env, config: Config): Promise<void> {
  const { results } = await sql(env.DB, DUE, {}).all<Due>();
  for (const endpoint of results) {
    try {
      const mail = disabledEndpointMail(config.SERVICE_NAME, endpoint);
      if (endpoint.email !== null) await sendMail(env, config, { to: endpoint.email, ...mail });
      await sql(env.DB, MAILED, endpoint).run();
    } catch (cause) {
      log("warn", "webhook_mail_not_sent", { endpoint: endpoint.id, cause });
    }
  }
}
