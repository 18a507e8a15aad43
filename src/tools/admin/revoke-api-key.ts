import * as z from "zod";
import { refuseLimited } from "../../accounts/keys/connections.ts";
import { revokeKeyById } from "../../accounts/keys/manage-keys.ts";
import { adminTool } from "../tool.ts";

export const revokeApiKey = adminTool({
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
