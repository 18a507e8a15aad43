import { app } from "./app.ts";
import type { ItemMessage } from "./batches/batch-types.ts";
import { serveItems } from "./batches/serve-items.ts";
import { readConfig } from "./config.ts";
import { parseInput } from "./gateway/read-arguments.ts";
import { runBatchItem } from "./gateway/run-uncharged.ts";
import { runHousekeeping } from "./housekeeping.ts";
import type { BoardMessage } from "./index/board-looks.ts";
import type { IndexMessage } from "./index/index-messages.ts";
import { serveIndex } from "./index/index-messages.ts";
import { reloadIfDue } from "./payments/auto-reload.ts";
import { openBindings } from "./platform/bindings.ts";
import { withholdPeopleOfEvent } from "./privacy/withhold.ts";
import { serveBoards } from "./sources/jobs/look-at-board.ts";
import { lookAtCompany } from "./tools/watches/look-at-company.ts";
import { lookAtSearch } from "./tools/watches/look-at-search.ts";
import type { LookMessage } from "./watches/look-schedule.ts";
import { serveLooks } from "./watches/serve-looks.ts";
import type { DeliveryMessage } from "./webhooks/enqueue-deliveries.ts";
import { serveDeliveries } from "./webhooks/send-delivery.ts";

export { BatchRunner } from "./batches/batch-object.ts";
export { OrganisationAccount } from "./ledger/account-object.ts";
export { RateLimiter } from "./platform/limits/rate-limiter.ts";
export { Site } from "./platform/sites/site-object.ts";

export default {
  fetch: (request: Request, env, execution) => app.fetch(request, openBindings(env), execution),

  /** Every minute, see housekeeping.ts. */
  async scheduled(event, bindings, execution) {
    const env = openBindings(bindings);
    const time = new Date(event.scheduledTime);
    const isNightly = time.getUTCHours() === 3 && time.getUTCMinutes() === 0;
    await runHousekeeping({ env, config: readConfig(env), execution, now: Date.now(), isNightly });
  },

  /** Messages of the queues, which are named like their environment: `tallygate-items`, `tallygate-items-staging`. */
  async queue(batch, bindings, execution) {
    const env = openBindings(bindings);
    const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
    const [, name] = batch.queue.split("-");
    switch (name) {
      case "items":
        return serveItems(batch.messages as readonly Message<ItemMessage>[], env, runBatchItem, waitUntil);
      case "deliveries":
        return serveDeliveries(batch.messages as readonly Message<DeliveryMessage>[], env, withholdPeopleOfEvent);
      case "looks": {
        const config = readConfig(env);
        return serveLooks(batch.messages as readonly Message<LookMessage>[], env, {
          look: (request) => lookAtCompany(env, config, request, waitUntil),
          search: (request) => lookAtSearch(env, request, parseInput),
          afterCharge: (organisationId) => reloadIfDue(env, config, organisationId),
        });
      }
      case "boards":
        return serveBoards(batch.messages as readonly Message<BoardMessage>[], env, readConfig(env), waitUntil);
      case "index":
        return serveIndex(batch.messages as readonly Message<IndexMessage>[], env);
      default:
        throw new Error(`no consumer of the queue ${batch.queue}`);
    }
  },
} satisfies ExportedHandler<Env>;
