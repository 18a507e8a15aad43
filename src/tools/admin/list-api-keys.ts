import * as z from "zod";
import { type KeyPosition, type ListedKey, listKeys } from "../../accounts/keys/manage-keys.ts";
import { flushAccount } from "../../ledger/account.ts";
import { isoTime } from "../../lib/ids.ts";
import { nextPage, ownPages, pageFields } from "../fields/paging.ts";
import { adminTool } from "../tool.ts";
import { keyCategories } from "./create-api-key.ts";

function placeOf({ id, createdAt, revokedAt }: ListedKey): string {
  return `${revokedAt === null ? "active" : "revoked"}_${createdAt}_${id}`;
}

function positionOf(place: string): KeyPosition {
  const [state, createdAt, ...id] = place.split("_");
  return { isRevoked: state === "revoked", createdAt: Number(createdAt), id: id.join("_") };
}

export const listApiKeys = adminTool({
  name: "list_api_keys",
  title: "API keys",
  description: `Returns a page of the organisation's API keys with name, masked value, times and day of last use, active keys first,
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
        last_used_on: z.string().nullable().describe("Day (UTC) of the last call"),
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
    const pages = ownPages(context, "list_api_keys");
    const place = await pages.open(cursor);
    await flushAccount(env, caller.organisationId);
    const found = await listKeys(env.DB, caller.organisationId, limit + 1, place === null ? null : positionOf(place));
    const keys = found.slice(0, limit);
    const last = keys.at(-1);
    return {
      ...(await pages.end(found.length > limit && last ? placeOf(last) : null)),
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
