import * as z from "zod";
import { listKeysAfter } from "../../accounts/keys/manage-keys.ts";
import { flushAccount } from "../../ledger/account.ts";
import { isoTime } from "../../lib/ids.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool, text } from "../tool.ts";
import { keyCategories } from "./create-api-key.ts";

export const listApiKeys = adminTool({
  name: "list_api_keys",
  title: "API keys",
  description: `Returns a page of the organisation's API keys with name, masked value, times and day of last use, the newest first,
    including keys revoked in the last 90 days. \`current\` marks the key of this call. The keys themselves are shown only when they are
    created.`,
  input: z.object(pageFields("Keys", { usual: 100, most: 100 })),
  output: z.looseObject({
    api_keys: z.array(
      z.looseObject({
        id: z.string(),
        name: z.string(),
        masked: z.string(),
        created_at: z.string(),
        expires_at: z.string(),
        last_used_on: text.describe("Day (UTC) of the last call"),
        revoked_at: z.string().nullable(),
        current: z.boolean(),
        cap_tokens_per_day: z.int().nullable().describe("null when the key has no cap"),
        categories: keyCategories,
      }),
    ),
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
        id: key.id,
        name: key.name,
        masked: key.masked,
        created_at: isoTime(key.createdAt),
        expires_at: isoTime(key.expiresAt),
        last_used_on: key.lastUsedOn,
        revoked_at: key.revokedAt === null ? null : isoTime(key.revokedAt),
        current: key.id === caller.keyId,
        cap_tokens_per_day: key.capPerDay,
        categories: key.categories,
      })),
    };
  },
});
