import { type Answer, BASE, lastMail, mailedCode, postForm, postJson, request, sentMails } from "./harness.ts";

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

/** The "this wasn't me" link of the last mail to an address. */
export function cancelLink(email: string): URL {
  return new URL(/https?:\/\/\S+\/agent\/identity\/cancel\S+/.exec(lastMail(email).text)?.[0] ?? BASE);
}

export const pressCancel = (link: URL): Promise<Answer> =>
  postForm(link.pathname, { t: link.searchParams.get("t") ?? "" });

/** The code of one claim among several that are open for an address: its mail's cancel link begins with the claim's hash. */
async function codeOfClaim(claimToken: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(claimToken)));
  // 30 bytes are 40 digits of base64url, whatever follows them.
  const start = hash.slice(0, 30).toBase64({ alphabet: "base64url" });
  const mail = sentMails().find(({ text }) => text.includes(`?t=${start}`));
  return /^ +([0-9]{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
}

/** Claims an address, and with it the organisation of an anonymous key, and returns the key that comes of it. */
export async function claimWorkspace(email: string, anonymous?: string): Promise<string> {
  const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
  const headers: Record<string, string> = anonymous ? { Authorization: `Bearer ${anonymous}` } : {};
  const { body } = await postJson("/agent/identity", assertion, headers);
  await postJson("/agent/identity/claim", {
    claim_token: body.claim_token,
    user_code: await codeOfClaim(body.claim_token),
  });
  return (await exchangeClaim(body.claim_token)).body.access_token;
}

/** Exchanges a claim for a key. */
export function exchangeClaim(claimToken: string, headers: Record<string, string> = {}): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: GRANT, claim_token: claimToken });
  return request("/oauth/token", { method: "POST", body, headers });
}
