import { Hono } from "hono";
import {
  CLAIM_LIFETIME_SECONDS,
  CLAIM_POLL_INTERVAL_SECONDS,
  REGISTRATION_BODY_BYTES,
  USER_CODE_DIGITS,
} from "../../constants.ts";
import { invalidRequest } from "../../errors.ts";
import { type AppContext, type AppEnv, bearerOf, clientOf } from "../../http/app-env.ts";
import { readAddress } from "../../http/asserted-address.ts";
import { NO_STORE, readSmallBody } from "../../http/body.ts";
import { LocalMail } from "../../http/pages/local-mail.tsx";
import { privatePage } from "../../http/pages/private-page.tsx";
import { authenticate } from "../../ledger/holds.ts";
import { parseJsonObject } from "../../lib/json.ts";
import { CLAIM_GRANT, PATHS } from "../../paths.ts";
import { invalidToken, readBearer } from "../keys/key-format.ts";
import { presentClaim } from "./claims.ts";
import { mayNotClaim } from "./exchange-claim.ts";
import { accessToken, openClaim, registerAnonymously } from "./register.ts";
import { readUserCode, tryCode } from "./try-code.ts";

/** Registration: `/agent/identity` and the endpoints that follow it. docs/contract.md, section 2. */
export const registration = new Hono<AppEnv>()
  .post(PATHS.identity, async (c) => {
    const body = await readJson(c);
    if (body.type === "anonymous") {
      const key = await registerAnonymously(c.env, c.var.config, clientOf(c));
      return c.json(accessToken(key), 200, NO_STORE);
    }
    if (body.type !== "identity_assertion") throw invalidRequest("`type` must be `anonymous` or `identity_assertion`.");
    if (body.assertion_type !== "verified_email") {
      throw invalidRequest("The only `assertion_type` is `verified_email`, with an email address as `assertion`.");
    }
    const email = readAddress(body.assertion, "assertion");
    const request = { purpose: "key", email, anonymous: await claimingKey(c), baseUrl: c.var.baseUrl } as const;
    const claim = await openClaim(c.env, c.var.config, { ...request, client: clientOf(c) });
    const answer = {
      claim_token: claim.token,
      expires_in: CLAIM_LIFETIME_SECONDS,
      interval: CLAIM_POLL_INTERVAL_SECONDS,
      verification_uri: `${c.var.baseUrl}${PATHS.claim}`,
      user_code_length: USER_CODE_DIGITS,
    };
    return c.json(answer, 200, NO_STORE);
  })
  .post(PATHS.claim, async (c) => {
    const body = await readJson(c);
    if (typeof body.claim_token !== "string") throw invalidRequest("Send `claim_token`, a string.");
    const code = readUserCode(body.user_code, "user_code");
    await tryCode(c.env, c.var.config, await presentClaim(c.var.config, body.claim_token, "key"), code);
    const answer = { status: "claimed", token_endpoint: `${c.var.baseUrl}${PATHS.token}`, grant_type: CLAIM_GRANT };
    return c.json(answer, 200, NO_STORE);
  })
  .get(PATHS.claim, (c) => c.html(verificationPage(c)));

/** The key in the request, if any: the claim will take its organisation over, so a limited key and one of a connection may not. */
async function claimingKey(c: AppContext): Promise<{ organisationId: string; keyHash: string } | null> {
  const bearer = bearerOf(c);
  if (bearer === null) return null;
  const key = await readBearer(c.var.config, bearer, "api");
  const account = await authenticate(c.env.DB, key.hash, Date.now());
  if (!account) throw invalidToken();
  if (account.isLimited || key.categories) throw mayNotClaim();
  return { organisationId: account.organisationId, keyHash: key.hash };
}

async function readJson(c: AppContext): Promise<Record<string, unknown>> {
  return parseJsonObject(await readSmallBody(c.req.raw, "application/json", REGISTRATION_BODY_BYTES));
}

function verificationPage(c: AppContext) {
  const minutes = CLAIM_LIFETIME_SECONDS / 60;
  const body = (
    <>
      <p>
        A software agent has asked {c.var.config.SERVICE_NAME} for an API key in your name, and we have mailed you a
        code of {USER_CODE_DIGITS} digits.
      </p>
      <ol>
        <li>
          Open the mail from {c.var.config.SERVICE_NAME}. The code is valid for {minutes} minutes and works once.
        </li>
        <li>
          If you started this, give the code to your agent, where you talk to it. There is nothing to type on this page.
        </li>
        <li>If you did not, do not share it, and follow the link “This wasn't me” in the mail.</li>
      </ol>
      <LocalMail c={c} />
    </>
  );
  return privatePage(c, { title: "Your code", body });
}
