import { type Answer, BASE, postForm, postJson } from "./harness.ts";
import { hiddenFields, signIn, type Visitor } from "./visitor.ts";

const CALLBACK = "https://host.example/callback";
const VERIFIER = "v".repeat(43);

/** An OAuth client with a code or tokens for the workspace of `visitor`. */
export class OAuthClient {
  readonly id: string;
  readonly visitor: Visitor;

  private constructor(id: string, visitor: Visitor) {
    this.id = id;
    this.visitor = visitor;
  }

  static async of(visitor: Visitor): Promise<OAuthClient> {
    const metadata = { client_name: "Attack Host", redirect_uris: [CALLBACK] };
    const from = { "CF-Connecting-IP": `2001:db8:${crypto.randomUUID().slice(0, 4)}::1` };
    return new OAuthClient((await postJson("/oauth/register", metadata, from)).body.client_id, visitor);
  }

  /** The page that asks the person for consent to what `resource` asks for. */
  async consentPage(resource?: string): Promise<Answer> {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER));
    const parameters = new URLSearchParams({
      client_id: this.id,
      redirect_uri: CALLBACK,
      response_type: "code",
      code_challenge: new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }),
      code_challenge_method: "S256",
      state: "x",
      ...(resource && { resource }),
    });
    return this.visitor.get(`/oauth/authorize?${parameters}`);
  }

  /** The answer to the consent form, after the person allowed what `resource` asks for. */
  async allow(resource?: string): Promise<Answer> {
    const page = await this.consentPage(resource);
    if (page.status !== 200) return page;
    const hidden = hiddenFields(page.text.replaceAll("&amp;", "&"), "/oauth/authorize");
    return this.visitor.post("/oauth/authorize", { ...hidden, decision: "allow" });
  }

  async code(resource?: string): Promise<string> {
    const location = (await this.allow(resource)).headers.get("location") ?? BASE;
    return new URL(location).searchParams.get("code") ?? "";
  }

  exchange(code: string, changes: Record<string, string> = {}): Promise<Answer> {
    const proof = { code, code_verifier: VERIFIER, redirect_uri: CALLBACK };
    return postForm("/oauth/token", { grant_type: "authorization_code", client_id: this.id, ...proof, ...changes });
  }

  refresh(token: string, changes: Record<string, string> = {}): Promise<Answer> {
    const fields = { grant_type: "refresh_token", client_id: this.id, refresh_token: token };
    return postForm("/oauth/token", { ...fields, ...changes });
  }
}

/** A person who signed in and a client that they let connect, with its first tokens. */
export async function connected(email: string, resource?: string) {
  const client = await OAuthClient.of(await signIn(email));
  const tokens = await client.exchange(await client.code(resource));
  return { client, visitor: client.visitor, access: tokens.body.access_token, refreshToken: tokens.body.refresh_token };
}
