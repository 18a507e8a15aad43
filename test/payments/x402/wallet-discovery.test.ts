import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { personalDigest } from "../../../src/lib/ethereum.ts";
import { messageText } from "../../../src/payments/x402/siwx.ts";
import { TOOLS } from "../../../src/tools/index.ts";
import { request, requestWith, tally, times } from "../../support/harness.ts";
import { newWallet, offerOf, paidService, withPayment } from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL } from "../../support/mcp-harness.ts";
import { encoded, type Wallet } from "../../support/wallet.ts";

beforeAll(seedCompany);

const DOCUMENTS = ["/openapi.json", "/llms.txt", "/auth.md", "/docs.md", "/index.md"];

describe("documents", () => {
  it.each(DOCUMENTS)("%s does not mention payments by wallets while they are off", async (path) => {
    const { status, text } = await request(path);
    expect(status).toBe(200);
    expect(text).not.toMatch(/x402|x-payment-info|mcp\/pay|SIGN-IN-WITH-X|payment_required|eip155/i);
  });

  it.each(DOCUMENTS.slice(0, 4))("%s explains them while they are on", async (path) => {
    const { text } = await requestWith(paidService().changes, path);
    expect(text).toContain("x402");
    expect(text).toContain("eip155:84532");
  });

  it("give the price of every paid tool, which its 402 asks for", async () => {
    const service = paidService();
    const { body } = await requestWith(service.changes, "/openapi.json");
    const paid = TOOLS.filter(({ cost }) => cost > 0).map(({ name }) => name);
    const whole = (await requestWith(service.changes, `/openapi.json?tools=${paid}`)).body;
    for (const { name, cost } of TOOLS) {
      const operation = body.paths[`/api/v0/${name}`].post;
      if (cost === 0 || !operation["x-served"]) {
        expect(operation["x-payment-info"]).toBeUndefined();
        if (cost > 0) expect((await service.call(null, name, {})).status).toBe(501);
        continue;
      }
      expect(operation["x-payment-info"].price.amount).toBe((cost / 100).toFixed(2));
      expect(operation.security).toContainEqual({});
      expect(operation.responses[402]).toBeDefined();
      const probe = await service.call(null, name, {});
      expect([name, probe.status]).toEqual([name, 402]);
      expect(offerOf(probe).accepts[0].amount).toBe(operation["x-payment-info"].offers[0].amount);
      const payment = newWallet().pay(offerOf(probe));
      expect(encoded(payment).length).toBeLessThan(8_192);
      const { info, schema } = payment.extensions.bazaar;
      expect(z.fromJSONSchema(schema).safeParse(info).error).toBeUndefined();
      const input = whole.paths[`/api/v0/${name}`].post.requestBody.content["application/json"].schema;
      expect(schema.properties.input.properties.body).toEqual(resolved(input, whole));
    }
  });
});

/** A schema with what it refers to in its place. */
function resolved(schema: any, document: any): any {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((item) => resolved(item, document));
  const { $ref, ...rest } = schema;
  if ($ref) return resolved(document.components.schemas[$ref.split("/").at(-1)], document);
  return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, resolved(inner, document)]));
}

describe("browsers", () => {
  const preflight = (changes: Record<string, unknown>, method: string) =>
    requestWith({ ...changes, ALLOWED_ORIGINS: "https://app.example" }, `/api/v0/${TOOL}`, {
      method,
      headers: {
        Origin: "https://app.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "payment-signature,access-control-expose-headers,sign-in-with-x",
      },
    });

  it("may send payments and read what they come to, where payments are on", async () => {
    const { changes } = paidService();
    const allowed = (await preflight(changes, "OPTIONS")).headers.get("access-control-allow-headers");
    for (const name of ["payment-signature", "access-control-expose-headers", "sign-in-with-x"])
      expect(allowed).toContain(name);
    const exposed = (await preflight(changes, "POST")).headers.get("access-control-expose-headers");
    expect(exposed).toMatch(/PAYMENT-REQUIRED.*PAYMENT-RESPONSE/);
    const off = (await preflight({}, "POST")).headers.get("access-control-expose-headers");
    expect(off).not.toContain("PAYMENT");
  });
});

describe("signing in with a wallet", () => {
  const PATH = "/agent/wallet";
  type Service = ReturnType<typeof paidService>;

  async function message(service: Service, wallet: Wallet, changes: object = {}) {
    const { info, supportedChains } = offerOf(await service.send(PATH, {})).extensions["sign-in-with-x"];
    const fields = { ...info, ...supportedChains[0], address: wallet.address, ...changes };
    return { ...fields, signature: wallet.signDigest(personalDigest(messageText(fields))) };
  }
  const signIn = (service: Service, signed: unknown) => service.send(PATH, {}, { "SIGN-IN-WITH-X": encoded(signed) });

  it("takes POST only", async () => {
    const got = await requestWith(paidService().changes, PATH);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await request(PATH)).status).toBe(404);
  });

  it("gives a key of the organisation that its payments made, once a message", async () => {
    const service = paidService();
    const wallet = newWallet();
    expect((await signIn(service, await message(service, wallet))).status).toBe(400);
    await service.call(null, TOOL, KNOWN, withPayment(wallet.pay(offerOf(await service.call(null, TOOL, {})))));

    const signed = await message(service, wallet);
    const answers = await times(10, () => signIn(service, signed));
    expect(tally(answers)).toEqual({ 200: 1, 400: 9 });
    const key = answers.find(({ status }) => status === 200)?.body.access_token;
    const listed = await service.call(key, "list_transactions");
    expect(listed.body.transactions.map(({ type, tokens }: any) => [type, tokens])).toEqual(
      expect.arrayContaining([
        ["purchase", 2],
        ["charge", -2],
      ]),
    );
  });

  it.each([
    ["another domain", { domain: "evil.example" }],
    ["another site", { uri: "https://evil.example/agent/wallet" }],
    ["another network", { chainId: "eip155:8453" }],
    ["an old message", { issuedAt: new Date(Date.now() - 400_000).toISOString() }],
    ["an expired message", { expirationTime: new Date(Date.now() - 1_000).toISOString() }],
    ["another's address", { address: `0x${"1".repeat(40)}` }],
  ])("refuses %s", async (_, changes) => {
    const service = paidService();
    const wallet = newWallet();
    await service.call(null, TOOL, KNOWN, withPayment(wallet.pay(offerOf(await service.call(null, TOOL, {})))));
    const answer = await signIn(service, await message(service, wallet, changes));
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    const keys = "SELECT count(*) AS n FROM api_keys WHERE name LIKE ?";
    expect(
      await env.DB.prepare(keys)
        .bind(`wallet ${wallet.address.slice(0, 6)}%`)
        .first("n"),
    ).toBe(0);
  });

  it.each(["", "garbage", encoded({}), encoded({ ...{ domain: "a\nb" } })])("refuses %j", async (header) => {
    expect((await paidService().send(PATH, {}, { "SIGN-IN-WITH-X": header })).status).toBe(400);
  });

  it("is not there while machine payments are off", async () => {
    expect((await request(PATH, { method: "POST" })).status).toBe(404);
  });
});
