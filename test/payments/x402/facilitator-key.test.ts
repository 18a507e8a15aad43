import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { requestWith } from "../../support/harness.ts";
import { emptyKey, entriesOf, newWallet, offerOf, paidService, withPayment } from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";
import { decoded } from "../../support/wallet.ts";

beforeAll(seedCompany);

const CDP = "api.cdp.coinbase.com/platform/v2/x402";
const KEY_ID = "3f2a1c9e-0000-4000-8000-000000000000";

/** A key as Coinbase's portal hands it out: base64 of the seed and the public key. */
async function newCdpKey() {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
  const { d = "", x = "" } = (await crypto.subtle.exportKey("jwk", pair.privateKey)) as JsonWebKey;
  const bytes = [d, x].flatMap((part) => [...Uint8Array.fromBase64(part, { alphabet: "base64url" })]);
  return { publicKey: pair.publicKey, secret: Uint8Array.from(bytes).toBase64() };
}

/** The Worker with Coinbase's facilitator, and the `Authorization` of every request to it, by path. */
function coinbase(secret: string) {
  const service = paidService({
    X402_FACILITATOR_URL: `https://${CDP}`,
    CDP_API_KEY_ID: KEY_ID,
    CDP_API_KEY_SECRET: secret,
  });
  const sent: [string, string | null][] = [];
  service.state.fault = (request, pass) => {
    const { pathname, hostname } = new URL(request.url);
    if (!hostname.startsWith("rpc."))
      sent.push([`${request.method} ${pathname}`, request.headers.get("authorization")]);
    return pass();
  };
  return { ...service, sent };
}

const doctor = async (changes: Record<string, unknown>) => {
  const headers = { Authorization: `Bearer ${env.ADMIN_TOKEN}` };
  const { body, text } = await requestWith(changes, "/admin/doctor", { headers });
  const check = body.checks.find(({ what }: any) => what.includes("CDP_API_KEY"));
  return { check, text };
};

describe("requests to Coinbase's facilitator", () => {
  it("carry a JWT each, signed with the key, for their own method and path, for two minutes", async () => {
    const { publicKey, secret } = await newCdpKey();
    const service = coinbase(secret);
    const payment = newWallet().pay(offerOf(await service.call(null, TOOL, KNOWN)));
    expect((await service.call(null, TOOL, KNOWN, withPayment(payment))).status).toBe(200);
    expect((await doctor(service.changes)).check.state).toBe("ok");

    const paths = ["POST /platform/v2/x402/verify", "POST /platform/v2/x402/settle", "GET /platform/v2/x402/supported"];
    expect(service.sent.map(([path]) => path)).toEqual(paths);
    const nonces = new Set<string>();
    for (const [path, authorization] of service.sent) {
      const [head = "", claims = "", signature = ""] = (authorization ?? "").replace(/^Bearer /, "").split(".");
      const signed = new TextEncoder().encode(`${head}.${claims}`);
      const bytes = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
      expect(await crypto.subtle.verify("Ed25519", publicKey, bytes, signed)).toBe(true);
      expect(`${head}${claims}${signature}`).toMatch(/^[\w-]+$/);
      const [header, body] = [head, claims].map((part) => decoded(part.replaceAll("-", "+").replaceAll("_", "/")));
      expect(header).toEqual({ alg: "EdDSA", kid: KEY_ID, typ: "JWT", nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
      nonces.add(header.nonce);
      const { nbf } = body;
      expect(Math.abs(nbf - Date.now() / 1000)).toBeLessThan(600);
      const uris = [path.replace(" /platform/v2/x402", ` ${CDP}`)];
      expect(body).toEqual({ sub: KEY_ID, iss: "cdp", nbf, exp: nbf + 120, uris });
    }
    expect(nonces.size).toBe(paths.length);
  });
});

describe("a key that cannot sign", () => {
  const UNUSABLE: [string, string][] = [
    ["an ECDSA key", "-----BEGIN EC PRIVATE KEY-----\\nMHcCAQEEIA==\\n-----END EC PRIVATE KEY-----"],
    ["no base64", "%%%"],
    ["a seed alone", new Uint8Array(32).toBase64()],
    ["no secret", ""],
  ];

  it.each(UNUSABLE)("is named by the doctor, and no payment is taken or lost: %s", async (_, secret) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const service = coinbase(secret);
    const { check, text } = await doctor(service.changes);
    expect(check).toMatchObject({ state: "wrong", advice: expect.stringContaining("Ed25519") });
    if (secret) expect(text).not.toContain(secret.slice(0, 40));

    const key = await emptyKey();
    const offer = offerOf(await service.call(key, TOOL, KNOWN));
    const keyless = await service.call(null, TOOL, KNOWN, withPayment(newWallet().pay(offer)));
    expect([keyless.status, keyless.body.error]).toEqual([503, "upstream_unavailable"]);
    const payment = withPayment(newWallet().pay(offer));
    const unverified = await service.call(key, TOOL, KNOWN, payment);
    expect([unverified.status, unverified.body.error]).toEqual([503, "upstream_unavailable"]);
    expect(service.sent).toEqual([]);
    const lines = JSON.stringify(logged.mock.calls);
    logged.mockRestore();
    expect(lines).toContain("facilitator_key_unusable");
    if (secret) expect(lines).not.toContain(secret.slice(0, 40));

    // The operator mends it: the same payment is settled.
    const mended = { ...service.changes, CDP_API_KEY_SECRET: (await newCdpKey()).secret };
    const headers = { Authorization: `Bearer ${key}`, ...payment };
    const paid = await requestWith(mended, `/api/v0/${TOOL}`, { method: "POST", body: JSON.stringify(KNOWN), headers });
    expect(paid.status).toBe(200);
    expect(await entriesOf(key)).toBe(1);
  });
});
