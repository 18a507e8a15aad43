import { readConfig } from "../config.ts";
import type { WithholdPeople } from "../webhooks/send-delivery.ts";
import { recentPrints } from "./prints.ts";
import { withhold } from "./withhold.ts";

/** The data of an event without people on the suppression list, at each attempt, because one may object between. */
export const withholdPeopleOfEvent: WithholdPeople = async (env, data) => {
  const context = { env, config: readConfig(env) };
  return withhold(context, await recentPrints(context), null, data);
};
