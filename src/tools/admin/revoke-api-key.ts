import * as z from "zod";
import { refuseConnection } from "../../accounts/keys/connections.ts";
import { revokeKeyById } from "../../accounts/keys/manage-keys.ts";
import { defineTool } from "../tool.ts";

export const revokeApiKey = defineTool({
  name: "revoke_api_key",
  category: "admin",
  cost: 0,
  title: "Revoke an API key",
  description:
    "Revokes one of the organisation's API keys by its id (see list_api_keys), for good: the next request with it is refused. It may be the key of this very call. Answers `not_found` for an id that is none of the organisation's, and `revoked` again for a key that is revoked already.",
  input: z.object({ id: z.string().min(1).max(100).describe("`key_…`, from list_api_keys") }),
  output: z.looseObject({ id: z.string(), status: z.enum(["revoked", "not_found"]) }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: true, idempotentHint: true },
  example: { id: "key_000000000000000000000000" },
  async run({ id }, { env, caller }) {
    refuseConnection(caller);
    const isRevoked = await revokeKeyById(env, caller.organisationId, id);
    return { id, status: isRevoked ? ("revoked" as const) : ("not_found" as const) };
  },
});
