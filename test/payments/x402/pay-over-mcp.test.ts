import { beforeAll, describe, expect, it } from "vitest";
import { times } from "../../support/harness.ts";
import { emptyKey, entriesOf, newWallet, paidService } from "../../support/machine-payments.ts";
import { KNOWN, seedCompany, TOOL, toolCall } from "../../support/mcp-harness.ts";
import { encoded } from "../../support/wallet.ts";

beforeAll(seedCompany);

type Service = ReturnType<typeof paidService>;

async function callOver(
  service: Service,
  path: string,
  key: string | null,
  name: string,
  args: unknown,
  meta?: object,
) {
  const message: any = toolCall(1, name, args);
  if (meta) message.params._meta = meta;
  const answer = await service.send(path, message, key === null ? {} : { Authorization: `Bearer ${key}` });
  return { ...answer, result: answer.body.result };
}

describe.each(["/mcp", "/mcp/pay"])("over %s", (path) => {
  const keyOf = async () => (path === "/mcp" ? emptyKey() : null);

  it.each([
    ["an object", (payment: unknown) => payment],
    ["base64", encoded],
  ])("an unpaid call says what to pay, and takes the payment as %s", async (_, form) => {
    const service = paidService();
    const key = await keyOf();
    const unpaid = await callOver(service, path, key, TOOL, KNOWN);
    expect(unpaid.status).toBe(200);
    expect(unpaid.result.isError).toBe(true);
    expect(unpaid.result.structuredContent).toBeUndefined();
    const offer = JSON.parse(unpaid.result.content[0].text);
    expect(offer).toEqual(unpaid.result._meta["x402/error"]);
    expect(offer.accepts[0].amount).toBe("20000");

    const wallet = newWallet();
    const meta = { "x402/payment": form(wallet.pay(offer)) };
    const paid = await callOver(service, path, key, TOOL, KNOWN, meta);
    expect(paid.result.isError).toBeUndefined();
    expect(paid.result.structuredContent.url).toBeDefined();
    expect(paid.result._meta["x402/payment-response"]).toMatchObject({ success: true, payer: wallet.address });
    expect(paid.result._meta["tallygate/usage"].tokens_charged).toBe(2);
    expect(service.received()).toBe(20_000n);
  });

  it("one payment in twenty concurrent calls is settled and charged once", async () => {
    const service = paidService();
    const key = await keyOf();
    const offer = (await callOver(service, path, key, TOOL, KNOWN)).result._meta["x402/error"];
    const meta = { "x402/payment": newWallet().pay(offer) };
    const answers = await times(20, () => callOver(service, path, key, TOOL, KNOWN, meta));
    const charged = answers.map(({ result }) => result?._meta["tallygate/usage"].tokens_charged ?? 0);
    expect(charged.filter((tokens) => tokens === 2)).toHaveLength(1);
    expect(service.ledger.calls.settle).toBe(1);
    if (key) expect(await entriesOf(key)).toBe(1);
  });
});

describe("without a key", () => {
  it("/mcp is 401 and starts OAuth; /mcp/pay lists the tools", async () => {
    const service = paidService();
    const unpaid = await callOver(service, "/mcp", null, TOOL, KNOWN);
    expect(unpaid.status).toBe(401);
    expect(unpaid.headers.get("www-authenticate")).toContain("resource_metadata=");
    const list = await service.send("/mcp/pay", { jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(list.body.result.tools.map(({ name }: { name: string }) => name)).toContain(TOOL);
    expect((await callOver(service, "/mcp/pay", "tg_wrong", TOOL, KNOWN)).status).toBe(401);
    const free = await callOver(service, "/mcp/pay", null, "get_token_balance", {});
    expect([free.status, free.result.isError]).toEqual([200, true]);
  });
});
