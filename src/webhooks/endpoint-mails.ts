import { type Config, WEBHOOK_DISABLED_AFTER_MS } from "../config.ts";
import { log } from "../lib/log.ts";
import { DAY_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { type MailContent, sendMail, writeMail } from "../platform/mail.ts";

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

function disabledEndpointMail(serviceName: string, { host, reason }: Due, consoleUrl: string): MailContent {
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

type Due = { id: string; host: string; reason: string; email: string | null; baseUrl: string; since: number };

/** For the cron: mails the owners of automatically disabled endpoints. The next run retries a failed mail. */
export async function mailAboutDisabledEndpoints(env: Env, config: Config): Promise<void> {
  const find = `SELECT e.id, e.host, e.disabled_reason AS reason, e.base_url AS baseUrl, e.mail_due_since AS since, u.email
    FROM webhook_endpoints e JOIN organisations o ON o.id = e.organisation_id LEFT JOIN users u ON u.id = o.owner_id
    WHERE e.mail_due_since IS NOT NULL ORDER BY e.mail_due_since LIMIT ${MAILS_PER_RUN}`;
  const { results } = await env.DB.prepare(find).all<Due>();
  for (const due of results) {
    const content = disabledEndpointMail(config.SERVICE_NAME, due, `${due.baseUrl}${PATHS.consoleWebhooks}/${due.id}`);
    try {
      if (due.email !== null) await sendMail(env, config, { to: due.email, ...content });
      const told = "UPDATE webhook_endpoints SET mail_due_since = NULL WHERE id = ? AND mail_due_since = ?";
      await env.DB.prepare(told).bind(due.id, due.since).run();
    } catch (cause) {
      log("warn", "webhook_mail_not_sent", { endpoint: due.id, cause });
    }
  }
}
