import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { verify } from "web-bot-auth";
import { verifierFromJWK } from "web-bot-auth/crypto";
import { anonymousKey, requestWith } from "../../support/harness.ts";
import { NO_SITES } from "../../support/sites.ts";

const KEY = {
  kty: "OKP",
  crv: "Ed25519",
  d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU",
  x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
};
const BASE_URL = "https://tools.example";

/** The page requests of a call of get_network_company_url under these variables. */
async function pageRequests(domain: string, variables: Record<string, unknown>): Promise<Request[]> {
  const seen: Request[] = [];
  const fetch = (request: Request) => {
    if (new URL(request.url).hostname.endsWith(domain)) seen.push(request.clone() as Request);
    return (env.OUTBOUND as Fetcher).fetch(request);
  };
  const headers = { Authorization: `Bearer ${await anonymousKey()}` };
  const init = { method: "POST", body: JSON.stringify({ domain }), headers };
  const answer = await requestWith(
    { BASE_URL, OUTBOUND: { fetch }, ...NO_SITES, ...variables },
    "/api/v0/get_network_company_url",
    init,
  );
  expect(answer.status).toBe(200);
  return seen;
}

describe("Web Bot Auth", () => {
  it("every page request is signed with a key of the directory, which is signed itself", async () => {
    const variables = { WEB_BOT_AUTH_KEY: JSON.stringify(KEY), BASE_URL };
    const path = "/.well-known/http-message-signatures-directory";
    const directory = await requestWith(variables, `${BASE_URL}${path}`);
    expect(directory.headers.get("content-type")).toBe("application/http-message-signatures-directory+json");
    const { keys } = JSON.parse(directory.text);
    // The thumbprint of this key in RFC 9421, appendix B.1.4, and in the drafts' test vectors.
    expect(keys).toMatchObject([{ kty: "OKP", crv: "Ed25519", kid: "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U" }]);
    expect(JSON.stringify(keys)).not.toContain(KEY.d);
    expect(directory.headers.get("signature-input")).toMatch(
      /^sig1=\("@authority";req\);.*tag="http-message-signatures-directory"$/,
    );

    const requests = await pageRequests("acme-robotics.example", variables);
    expect(requests.length).toBeGreaterThan(1);
    for (const request of requests) {
      expect(request.headers.get("signature-agent")).toBe(`"${BASE_URL}"`);
      await verify(request, await verifierFromJWK(keys[0]));
      const moved = new Request("https://elsewhere.example/", { headers: request.headers });
      await expect(verify(moved, await verifierFromJWK(keys[0]))).rejects.toThrow();
    }
  });

  it("is off without a key, and an invalid key stops the deployment with its name in the log", async () => {
    const [request] = await pageRequests("fernhill.example", {});
    expect(request?.headers.has("signature")).toBe(false);
    expect((await requestWith({}, "/.well-known/http-message-signatures-directory")).status).toBe(404);
    expect((await requestWith({ WEB_BOT_AUTH_KEY: '{"kty":"RSA"}' }, "/healthz")).status).toBe(500);
  });
});
