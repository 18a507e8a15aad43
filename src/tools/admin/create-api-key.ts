import * as z from "zod";
import { refuseConnection } from "../../accounts/keys/connections.ts";
import { createKey } from "../../accounts/keys/manage-keys.ts";
import { isoTime } from "../../lib/ids.ts";
import { defineTool } from "../tool.ts";

export const createApiKey = defineTool({
  name: "create_api_key",
  category: "admin",
  cost: 0,
  title: "Create an API key",
  description:
    "Makes a further API key of the same organisation and returns it; it is shown this once and lives one year. Use it to give each agent a key of its own, or to replace a key before it expires. An organisation has at most 50 active keys; revoke_api_key makes room.",
  input: z.object({
    name: z.string().trim().min(1).max(100).describe("What the key is for, shown by list_api_keys"),
  }),
  output: z.looseObject({
    id: z.string(),
    api_key: z.string().describe("The key. It cannot be shown again"),
    name: z.string(),
    masked: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
  }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: false },
  example: { name: "research agent" },
  secret: true,
  async run({ name }, { env, config, caller, client }) {
    refuseConnection(caller);
    const { key, id, masked, createdAt, expiresAt } = await createKey(env, config, caller, name, client.country);
    return { id, api_key: key, name, masked, created_at: isoTime(createdAt), expires_at: isoTime(expiresAt) };
  },
});
