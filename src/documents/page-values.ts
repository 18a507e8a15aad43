import {
  BATCH_BODY_BYTES,
  BATCH_RESULTS_DAYS,
  BATCH_RESULTS_DAYS_OF_PEOPLE,
  BATCH_WINDOW,
  BATCHES_PER_DAY,
  MAX_BATCH_INPUTS,
  MAX_RUNNING_BATCHES,
  MAX_UNFINISHED_BATCHES,
  PRIVACY_LINK_LIFETIME_SECONDS,
  WEBHOOK_DELIVERIES_DAYS,
} from "../constants.ts";
import type { Site } from "../http/site.ts";
import { PATHS } from "../paths.ts";
import { productToken, userAgent } from "../platform/outbound/robots.ts";
import { privacyIntroduction } from "../privacy/introduction.ts";
import { EVENT_TYPES } from "../watches/event-types.ts";
import type { PageValues } from "./read-page.ts";

/** What `assets/pages/webhooks.md` names: how to receive events. */
export function webhookValues(): PageValues {
  return { WEBHOOK_DELIVERIES_DAYS, eventTypes: EVENT_TYPES.map((type) => `\`${type}\``).join(", ") };
}

/** What `assets/pages/batches.md` names: how to run a tool for a list. */
export function batchValues(): PageValues {
  const { anonymous, free, paid } = BATCH_WINDOW;
  return {
    MAX_BATCH_INPUTS,
    MAX_RUNNING_BATCHES,
    MAX_UNFINISHED_BATCHES,
    BATCH_RESULTS_DAYS,
    BATCH_RESULTS_DAYS_OF_PEOPLE,
    megabytes: BATCH_BODY_BYTES / 1_000_000,
    anonymousWindow: anonymous,
    freeWindow: free,
    paidWindow: paid,
    anonymousPerDay: BATCHES_PER_DAY.anonymous,
    freePerDay: BATCHES_PER_DAY.free,
    paidPerDay: BATCHES_PER_DAY.paid,
  };
}

/** What `assets/pages/bot.md` names: the fetcher, for owners of the sites that it visits. */
export function botValues({ baseUrl, config }: Site): PageValues {
  const keys = `[its keys](${baseUrl}${PATHS.signatureDirectory})`;
  return {
    token: productToken(config.SERVICE_NAME),
    userAgent: userAgent(config.SERVICE_NAME, baseUrl),
    signs:
      config.WEB_BOT_AUTH_KEY === undefined
        ? ""
        : `It signs its requests (Web Bot Auth, RFC 9421): \`Signature-Agent\` names this service, and ${keys} tell its requests from those of somebody who borrows its name.`,
    neverFetched: config.NETWORK_HOSTS.join(" or "),
  };
}

/** What `assets/pages/privacy.md` names: the `/privacy` form as text, for agents. */
export function privacyValues(site: Site): PageValues {
  return { introduction: privacyIntroduction(site), linkHours: PRIVACY_LINK_LIFETIME_SECONDS / 3600 };
}
