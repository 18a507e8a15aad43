import { z } from "zod";
import { accessToken, registerAnonymously } from "../../domain/registration.ts";
import { defineTool } from "../tool.ts";

export const getApiKey = defineTool({
  name: "get_api_key",
  category: "admin",
  cost: 0,
  title: "Get an API key",
  description: "Returns a working API key of a new anonymous organisation with trial tokens. Needs no bearer.",
  input: z.object({}),
  output: z.looseObject({ status: z.literal("ok"), api_key: z.string() }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: false },
  example: {},
  secret: true,
  auth: "none",
  async run(_input, { env, config, ip, country }) {
    const key = await registerAnonymously(env, config, { ip, country });
    return { status: "ok" as const, api_key: key, ...accessToken(key) };
  },
});
