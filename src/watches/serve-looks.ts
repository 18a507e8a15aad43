import { refreshAccount } from "../ledger/account.ts";
import { log } from "../lib/log.ts";
import type { CompanyKind } from "./event-types.ts";
import { endLook, type LookMessage } from "./look-schedule.ts";
import { isSearchKey, type Look, type Observation, type SearchRequest } from "./observation.ts";
import { releaseEvents } from "./release-events.ts";
import { sendEvents } from "./watch-events.ts";
import { planLook, storeLook } from "./watch-heads.ts";

export type LookRequest = {
  domain: string;
  baseUrl: string;
  kinds: CompanyKind[];
  /** A change waits for this look: nothing that an earlier one read counts. */
  isAgain: boolean;
  /** Signal tools compare with this look too. */
  isForSignals: boolean;
};

type Looker = {
  /** Looks at a domain; never throws for what it finds there. */
  look(request: LookRequest): Promise<Look>;
  /** Looks for new matches of a search. */
  search(request: SearchRequest): Promise<Observation>;
  /** Called for each organisation that got events, because its remaining tokens may be low. */
  afterCharge(organisationId: string): Promise<void>;
};

/** The consumer of the queue of looks. Messages are never retried: a look that dies here is due again after 15 minutes. */
export async function serveLooks(messages: readonly Message<LookMessage>[], env: Env, looker: Looker): Promise<void> {
  await Promise.all(
    messages.map(async ({ body }) => {
      try {
        await serveLook(body, env, looker);
      } catch (cause) {
        log("error", "look_lost", { domain: body.domain, cause });
      }
    }),
  );
}

async function serveLook(message: LookMessage, env: Env, looker: Looker): Promise<void> {
  const plan = await planLook(env.DB, message, Date.now());
  if (!plan) return;
  const { kinds, search } = plan;
  const look: Look = isSearchKey(plan.domain)
    ? { unreachable: null, observations: search ? { search: await looker.search(search) } : {} }
    : await looker.look({ ...plan, kinds: kinds.filter((kind) => kind !== "search") });
  const { organisationIds, isPending } = await storeLook(env, plan, look, Date.now());
  await endLook(env.DB, { ...plan, unreachable: look.unreachable, isPending });
  for (const id of organisationIds) {
    await refreshAccount(env, id);
    // Tokens leased to the account object may pay for events that the balance could not.
    await releaseEvents(env, id).catch((cause: unknown) =>
      log("warn", "events_not_released", { organisation: id, cause }),
    );
    await looker.afterCharge(id);
  }
  if (organisationIds.length > 0) await sendEvents(env);
}
