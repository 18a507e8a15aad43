import { type Answer, BASE, lastMail, mailedCode, postForm, postJson, request } from "./harness.ts";

export const GRANT = "urn:vendor:agent-auth:grant-type:claim";

export const freshAddress = () => `${crypto.randomUUID()}@corp.example`;
export const wrongCode = (code: string) => (code === "000000" ? "000001" : "000000");

/** Opens a claim as an agent at `ip` does. `code` is the one in the mail. */
export async function openClaim(email: string, ip = "198.51.100.1"): Promise<{ token: string; code: string }> {
  const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
  const { body } = await postJson("/agent/identity", assertion, { "CF-Connecting-IP": ip });
  return { token: body.claim_token, code: mailedCode(email) };
}

export const giveCode = (token: string, code: unknown): Promise<Answer> =>
  postJson("/agent/identity/claim", { claim_token: token, user_code: code });

/** Exchanges a claim for a key. */
export function exchangeClaim(token: string, headers: Record<string, string> = {}): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: GRANT, claim_token: token });
  return request("/oauth/token", { method: "POST", body, headers });
}

/** The "this wasn't me" link of the last mail to an address. */
export function cancelLink(email: string): URL {
  return new URL(/https?:\/\/\S+\/agent\/identity\/cancel\S+/.exec(lastMail(email).text)?.[0] ?? BASE);
}

export const pressCancel = (link: URL): Promise<Answer> =>
  postForm(link.pathname, { t: link.searchParams.get("t") ?? "" });
