import * as z from "zod";
import { refuseLimited } from "../../accounts/keys/connections.ts";
import { createKey } from "../../accounts/keys/manage-keys.ts";
import { CATEGORIES, KEY_LIFETIME_SECONDS } from "../../constants.ts";
import { isoTime } from "../../lib/ids.ts";
import { ownName } from "../fields/inputs.ts";
import { adminTool } from "../tool.ts";

/** The output field of a key's categories. */
export const keyCategories = z
  .array(z.enum(CATEGORIES))
  .nullable()
  .describe("Tools that the key may call; null for all");

export const createApiKey = adminTool({
  name: "create_api_key",
  title: "Create an API key",
  description: `Creates another API key for the same organisation and returns it once. It is valid for one year, or for
    \`expires_in\` seconds. Use it to give each agent its own key, with a daily cap or for some categories of tools if needed, or to replace a
    key before it expires. A key with a cap or with categories cannot create keys. An organisation can have at most 50 active keys; use revoke_api_key to free one.`,
  input: z.object({
    name: ownName.describe("What the key is for, shown by list_api_keys"),
    cap_tokens_per_day: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .describe(
        "Tokens that the key may spend per day (UTC); further paid calls are refused with 402 `spending_cap_reached`",
      ),
    categories: z
      .array(z.enum(CATEGORIES))
      .min(1)
      .transform((asked) => CATEGORIES.filter((category) => asked.includes(category)))
      .optional()
      .describe(
        "Tools that the key may call, by category; others are refused with 403. admin: balance, batches, watches",
      ),
    expires_in: z
      .int()
      .min(60)
      .max(KEY_LIFETIME_SECONDS)
      .default(KEY_LIFETIME_SECONDS)
      .describe("Seconds until the key expires, 60 to 31536000"),
  }),
  output: z.looseObject({
    id: z.string(),
    api_key: z.string().describe("The key. It cannot be shown again"),
    name: z.string(),
    masked: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    cap_tokens_per_day: z.int().nullable().describe("null when the key has no cap"),
    categories: keyCategories,
  }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: false },
  example: { name: "research agent" },
  secret: true,
  async run({ name, cap_tokens_per_day: capPerDay = null, categories = null, expires_in: lifetimeSeconds }, context) {
    const { env, config, caller, client } = context;
    refuseLimited(caller);
    const asked = { name, country: client.country, capPerDay, categories, lifetimeSeconds };
    const maker = { kind: "key", organisationId: caller.organisationId, keyId: caller.keyId } as const;
    const { key, id, masked, createdAt, expiresAt } = await createKey(env, config, maker, asked);
    return {
      id,
      api_key: key,
      name,
      masked,
      created_at: isoTime(createdAt),
      expires_at: isoTime(expiresAt),
      cap_tokens_per_day: capPerDay,
      categories,
    };
  },
});
