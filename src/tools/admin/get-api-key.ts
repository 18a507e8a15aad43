import * as z from "zod";
import { exchangeClaim } from "../../accounts/registration/exchange-claim.ts";
import * as register from "../../accounts/registration/register.ts";
import { tryCode } from "../../accounts/registration/try-code.ts";
import { CLAIM_LIFETIME_SECONDS } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { readAddress } from "../../http/asserted-address.ts";
import { adminTool } from "../tool.ts";

const code = z.string().regex(/^[0-9]{6}$/, "must be a string of 6 digits");

export const getApiKey = adminTool({
  name: "get_api_key",
  title: "Get an API key",
  description: `Returns a working API key; needs no bearer. \`{}\` creates an anonymous organisation with trial tokens. \`{email}\`
    mails a 6-digit code to a person; \`{email, code}\` then returns a key for that person's workspace. Keys are valid for one year;
    anonymous keys are limited per address and hour.`,
  input: z.object({
    email: z.email().max(254).optional().describe("Address of the person who will own the key"),
    code: code.optional().describe("The 6 digits that were mailed to `email`"),
  }),
  output: z.looseObject({
    status: z.enum(["ok", "verification_sent"]),
    api_key: z.string().optional().describe("The key; the same as `access_token`"),
    access_token: z.string().optional(),
    token_type: z.string().optional(),
    expires_in: z.int().optional().describe("Seconds until the key, or the mailed code, expires"),
    scope: z.string().optional(),
    email: z.string().optional().describe("Address the code was mailed to"),
  }),
  annotations: { readOnlyHint: false, openWorldHint: false, destructiveHint: false, idempotentHint: false },
  example: {},
  secret: true,
  auth: "none",
  async run(input, { env, config, client, baseUrl }) {
    if (input.email === undefined) {
      if (input.code !== undefined) throw invalidRequest("Send `email` with `code`.");
      return keyAnswer(await register.registerAnonymously(env, config, client));
    }
    const email = readAddress(input.email, "email");
    if (input.code === undefined) {
      const request = { purpose: "key", email, anonymous: null, client, baseUrl } as const;
      const claim = await register.openClaim(env, config, request);
      await register.rememberAddressClaim(env.DB, config, email, claim);
      return { status: "verification_sent" as const, email, expires_in: CLAIM_LIFETIME_SECONDS };
    }
    const claim = await register.findAddressClaim(env.DB, config, email);
    if (!claim)
      throw new AppError("invalid_grant", "No code was asked for. Call get_api_key with `email` alone first.");
    await tryCode(env, config, claim, input.code);
    return keyAnswer(await exchangeClaim(env, config, claim, client));
  },
});

function keyAnswer(key: string) {
  return { status: "ok" as const, api_key: key, ...register.accessToken(key) };
}
