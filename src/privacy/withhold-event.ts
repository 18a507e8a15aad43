import { readConfig } from "../config.ts";
import type { WithholdPeople } from "../webhooks/send-delivery.ts";
import { recentPrints } from "./prints.ts";
import { withhold } from "./withhold.ts";

/** The data of an event without the people of the suppression list, read at each try: an objection made since holds. */
export const withholdPeopleOfEvent: WithholdPeople = async (env, data) => {
  const context = { env, config: readConfig(env) };
  return withhold(context, await recentPrints(context), null, data);
};
