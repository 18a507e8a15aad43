import * as z from "zod";
import { listKeys } from "../../accounts/keys/manage-keys.ts";
import { flushAccount } from "../../ledger/account.ts";
import { isoTime } from "../../lib/ids.ts";
import { defineTool } from "../tool.ts";

export const listApiKeys = defineTool({
  name: "list_api_keys",
  category: "admin",
  cost: 0,
  title: "API keys",
  description:
    "Returns the organisation's API keys with name, masked value, times and day of last use, the active first, revoked ones included. `current` marks the key of this call. The keys themselves are shown only when they are made.",
  input: z.object({}),
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
      }),
    ),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false, destructiveHint: false, idempotentHint: true },
  example: {},
  async run(_input, { env, caller }) {
    await flushAccount(env, caller.organisationId);
    const keys = await listKeys(env.DB, caller.organisationId);
    return {
      api_keys: keys.map((key) => ({
        id: key.id,
        name: key.name,
        masked: key.masked,
        created_at: isoTime(key.createdAt),
        expires_at: isoTime(key.expiresAt),
        last_used_on: key.lastUsedOn,
        revoked_at: key.revokedAt === null ? null : isoTime(key.revokedAt),
        current: key.id === caller.keyId,
      })),
    };
  },
});
