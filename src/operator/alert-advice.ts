import type { AlertCause } from "../platform/alerts.ts";
import { OPERATOR } from "./operator-page.tsx";

/** What each alert says, what to do about it, and the page that shows more. */
export const ALERTS: Record<AlertCause, { title: string; advice: string; page: string }> = {
  not_ready: {
    title: "The deployment is not ready",
    advice:
      "See /readyz. `migrations` failing: run npm run deploy. Others: run npm run doctor, and look at cloudflarestatus.com.",
    page: OPERATOR.sources,
  },
  ledgers_do_not_add_up: {
    title: "A ledger does not add up",
    advice:
      "Stop writes by deploying with the rate limits at 0, take a bookmark of D1, and compare the sums that the page shows.",
    page: OPERATOR.ledger,
  },
  housekeeping_step_failed: {
    title: "A step of the cron failed",
    advice: "It runs again each minute. If it keeps failing, its error is in the log under housekeeping_step_failed.",
    page: OPERATOR.queues,
  },
  vendor_alert: {
    title: "A vendor refuses this deployment",
    advice:
      "Its key is wrong or its credit used up: npm run doctor tries each key. Top up, or delete the secret to switch it off.",
    page: OPERATOR.sources,
  },
  vendor_budget_used_up: {
    title: "A vendor's credits of the day are used up",
    advice: "Tools go on without it until midnight UTC. Raise VENDOR_CREDITS_PER_DAY if the vendor's bill allows it.",
    page: OPERATOR.sources,
  },
  webhook_secret_unreadable: {
    title: "The secret of a webhook endpoint cannot be read",
    advice: "SIGNING_SECRET has changed: set the old value as SIGNING_SECRET_PREVIOUS, or ask the owner to rotate it.",
    page: OPERATOR.queues,
  },
  payments_pending: {
    title: "Payments by wallet have been open for an hour",
    advice:
      "Neither facilitator nor chain tells their outcome: npm run doctor says which does not answer. They are booked once one does.",
    page: OPERATOR.payments,
  },
  paid_after_deletion: {
    title: "A deleted workspace was paid for",
    advice: "A checkout was still open when its owner deleted the workspace. Refund the purchase at Stripe.",
    page: OPERATOR.payments,
  },
  deliveries_wait: {
    title: "Webhook deliveries are not being sent",
    advice: "The queue HOOKS has no consumer, or the cron does not run: look at both in Cloudflare's dashboard.",
    page: OPERATOR.queues,
  },
  looks_wait: {
    title: "Looks at watched companies are late",
    advice: "Raise max_concurrency of the queue LOOKS, or look whether it has a consumer.",
    page: OPERATOR.queues,
  },
  boards_wait: {
    title: "Looks at job boards are late",
    advice:
      "Boards of the index were due a day ago: raise INDEX_BOARDS_PER_MINUTE, or look whether the queue BOARDS has a consumer.",
    page: OPERATOR.index,
  },
  batches_silent: {
    title: "Batches do not go on",
    advice:
      "The cron wakes them each minute. Look in the log for errors of BatchRunner, and whether the queue ITEMS has a consumer.",
    page: OPERATOR.queues,
  },
  stopped_batch_does_not_end: {
    title: "A stopped batch does not end",
    advice:
      "Its tokens stay reserved. Its object says why in its own log: npx wrangler tail, and look for BatchRunner.",
    page: OPERATOR.queues,
  },
  calls_fail: {
    title: "Many paid calls fail",
    advice: "The page says which tools; the log says why, by request id. After a deploy: npm run deploy -- --rollback.",
    page: OPERATOR.sources,
  },
};
