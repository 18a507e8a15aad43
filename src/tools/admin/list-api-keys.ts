import * as z from "zod";
import { type KeyPosition, type ListedKey, listKeys } from "../../accounts/keys/manage-keys.ts";
import { flushAccount } from "../../ledger/account.ts";
import { isoTime } from "../../lib/ids.ts";
import { nextPage, pageEnd } from "../fields/paging.ts";
import { adminTool } from "../tool.ts";
import { keyCategories } from "./create-api-key.ts";

const CURSOR = /^[ar][0-9a-f]{1,14}-key_[0-9a-f]{24}$/;

function cursorOf({ id, createdAt, revokedAt }: ListedKey): string {
  return `${revokedAt === null ? "a" : "r"}${createdAt.toString(16)}-${id}`;
}

function readCursor(cursor: string): KeyPosition {
  const [place = "", id = ""] = cursor.split("-");
  return { isRevoked: place[0] === "r", createdAt: Number.parseInt(place.slice(1), 16), id };
}

export const listApiKeys = adminTool({
  name: "list_api_keys",
  title: "API keys",
  description: `Returns a page of the organisation's API keys with name, masked value, times and day of last use, active keys first,
    including keys revoked in the last 90 days. \`current\` marks the key of this call. The keys themselves are shown only when they are
    created.`,
  input: z.object({
    limit: z.int().min(1).max(100).default(100).describe("Keys per page"),
    cursor: z
      .string()
      .regex(CURSOR, "must be the `next_cursor` of a page")
      .optional()
      .describe("`next_cursor` of the previous page"),
  }),
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
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: {},
  async run({ limit, cursor }, { env, caller }) {
    await flushAccount(env, caller.organisationId);
    const found = await listKeys(env.DB, caller.organisationId, limit + 1, cursor ? readCursor(cursor) : null);
    const keys = found.slice(0, limit);
    const last = keys.at(-1);
    return {
      ...pageEnd(found.length > limit && last ? cursorOf(last) : null),
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
