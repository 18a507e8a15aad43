import * as z from "zod";
import { refuseLimited } from "../../accounts/keys/connections.ts";
import { createKey, type ListedKey, listKeysAfter, revokeKeyById } from "../../accounts/keys/manage-keys.ts";
import { CATEGORIES, KEY_LIFETIME_SECONDS } from "../../constants.ts";
import { flushAccount } from "../../ledger/account.ts";
import { isoTime } from "../../lib/ids.ts";
import { ownName } from "../fields/inputs.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, rows, text } from "../tool.ts";

/** A key as its tools show it. */
const keyFields = {
  id: z.string(),
  name: z.string(),
  masked: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  cap_tokens_per_day: z.int().nullable().describe("null when the key has no cap"),
  categories: z.array(z.enum(CATEGORIES)).nullable().describe("Tools that the key may call; null for all"),
};

type Key = Pick<ListedKey, "id" | "name" | "masked" | "createdAt" | "expiresAt" | "capPerDay" | "categories">;

function shownKey({ id, name, masked, createdAt, expiresAt, capPerDay, categories }: Key) {
  const times = { created_at: isoTime(createdAt), expires_at: isoTime(expiresAt) };
  return { id, name, masked, ...times, cap_tokens_per_day: capPerDay, categories };
}

const listApiKeys = adminTool({
  name: "list_api_keys",
  title: "API keys",
  description: `Returns a page of the organisation's API keys with name, masked value, times and day of last use, the newest first,
    including keys revoked in the last 90 days. \`current\` marks the key of this call. The keys themselves are shown only when they are
    created.`,
  input: z.object(pageFields("Keys", { usual: 100, most: 100 })),
  output: z.looseObject({
    api_keys: rows({
      ...keyFields,
      last_used_on: text.describe("Day (UTC) of the last call"),
      revoked_at: text,
      current: z.boolean(),
    }),
    ...nextPage,
  }),
  example: {},
  async run({ limit, cursor }, context) {
    const { env, caller } = context;
    // A cursor of the order before, active keys first, opens no more.
    const pages = ownPages(context, "list_api_keys", "newest first");
    const place = await pages.open(cursor);
    await flushAccount(env, caller.organisationId);
    const [createdAt, id = ""] = place?.split(/_(.*)/) ?? [];
    const after = place === null ? null : { createdAt: Number(createdAt), id };
    const found = await listKeysAfter(env.DB, caller.organisationId, after, limit + 1);
    const keys = found.slice(0, limit);
    const last = found.length > limit ? keys.at(-1) : undefined;
    return {
      ...(await pages.end(last ? `${last.createdAt}_${last.id}` : null)),
      api_keys: keys.map((key) => ({
        ...shownKey(key),
        last_used_on: key.lastUsedOn,
        revoked_at: key.revokedAt === null ? null : isoTime(key.revokedAt),
        current: key.id === caller.keyId,
      })),
    };
  },
});

const cap = z.int().min(1).max(1_000_000_000).optional();
const lifetime = z.int().min(60).max(KEY_LIFETIME_SECONDS).default(KEY_LIFETIME_SECONDS);

export const createApiKey = adminTool({
  name: "create_api_key",
  title: "Create an API key",
  description: `Creates another API key for the same organisation and returns it once. It is valid for one year, or for
    \`expires_in\` seconds. Use it to give each agent its own key, with a daily cap or for some categories of tools if needed, or to replace a
    key before it expires. A key with a cap or with categories cannot create keys. An organisation can have at most 50 active keys; use revoke_api_key to free one.`,
  input: z.object({
    name: ownName.describe("What the key is for, shown by list_api_keys"),
    cap_tokens_per_day: cap.describe(
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
    expires_in: lifetime.describe("Seconds until the key expires, 60 to 31536000"),
  }),
  output: z.looseObject({ api_key: z.string().describe("The key. It cannot be shown again"), ...keyFields }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: false },
  example: { name: "research agent" },
  secret: true,
  async run({ name, cap_tokens_per_day: capPerDay = null, categories = null, expires_in: lifetimeSeconds }, context) {
    const { env, config, caller, client } = context;
    refuseLimited(caller);
    const asked = { name, country: client.country, capPerDay, categories, lifetimeSeconds };
    const maker = { kind: "key", organisationId: caller.organisationId, keyId: caller.keyId } as const;
    const { key, ...made } = await createKey(env, config, maker, asked);
    return { api_key: key, ...shownKey({ ...asked, ...made }) };
  },
});

const revokeApiKey = adminTool({
  name: "revoke_api_key",
  title: "Revoke an API key",
  description: `Permanently revokes one of the organisation's API keys by its id (see list_api_keys): the next request with that key
    is refused. A key can revoke itself; a key with a daily cap can revoke no other. Returns \`not_found\` for an id that does not belong
    to the organisation, and \`revoked\` for a key that is already revoked.`,
  input: z.object({ id: z.string().min(1).max(100).describe("`key_…`, from list_api_keys") }),
  output: z.looseObject({ id: z.string(), status: z.enum(["revoked", "not_found"]) }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: { id: "key_000000000000000000000000" },
  async run({ id }, { env, caller }) {
    if (caller.connectionId || id !== caller.keyId) refuseLimited(caller);
    const isRevoked = await revokeKeyById(env, caller.organisationId, id, caller.keyId);
    return { id, status: isRevoked ? ("revoked" as const) : ("not_found" as const) };
  },
});

export const API_KEY_TOOLS = [listApiKeys, createApiKey, revokeApiKey];
