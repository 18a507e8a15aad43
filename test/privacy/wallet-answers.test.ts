import { env } from "cloudflare:workers";
import { beforeAll, expect, it, vi } from "vitest";
import { csvOf, importCsv } from "../support/directory-csv.ts";
import { anonymousKey } from "../support/harness.ts";
import { newWallet, offerOf, paidService, withPayment } from "../support/machine-payments.ts";
import { askPrivacy } from "../support/privacy-request.ts";

/** Answers of calls that wallets paid without a key are kept a day, for repeats; a request of a person reaches them. */
const LIST = "list_network_company_employees";
vi.spyOn(console, "log").mockImplementation(() => {});

beforeAll(async () => {
  const people = ["wallet-one.example", "wallet-two.example", "wallet-three.example"].flatMap((domain) =>
    ["Rita Moss", "Sven Falk"].map((name) => [name, domain, `${name.toLowerCase().replace(" ", ".")}@${domain}`]),
  );
  await importCsv("people", csvOf([["name", "domain", "email"], ...people]));
});

/** A call that a wallet has paid, and its repeat with the same payment. */
async function paidList(domain: string) {
  const service = paidService();
  const payment = withPayment(newWallet().pay(offerOf(await service.call(null, LIST, { domain }))));
  const send = () => service.call(null, LIST, { domain }, payment);
  const first = await send();
  expect([first.status, first.text.includes("Rita Moss")]).toEqual([200, true]);
  return { service, send };
}

it("an erasure deletes the answers that name the person; their repeats are refused and cost nothing", async () => {
  const [named, namesake] = [await paidList("wallet-one.example"), await paidList("wallet-two.example")];
  const received = named.service.received();
  const who = { email: "rita.moss@wallet-one.example", name: "Rita Moss", domain: "wallet-one.example" };
  expect((await askPrivacy(await anonymousKey(), { type: "erasure", ...who })).status).toBe(200);
  // The list alone would refuse this repeat too; without it, what is gone is gone.
  await env.DB.prepare("DELETE FROM suppressions").run();
  const again = await named.send();
  expect([again.status, again.body.error]).toEqual([409, "idempotency_result_unavailable"]);
  expect(again.headers.get("x-tokens-charged")).toBe("0");
  expect(named.service.received()).toBe(received);
  expect((await namesake.send()).text).toContain("Rita Moss");
  const kept = "SELECT count(*) AS n FROM machine_payments WHERE answer_json LIKE '%wallet-one.example%'";
  expect(await env.DB.prepare(kept).first("n")).toBe(0);
});

it("an answer that names somebody in whose name a stranger objects is not given again", async () => {
  const { send } = await paidList("wallet-three.example");
  const who = { email: "rita@mailbox-of-mine.example", name: "Rita Moss", domain: "wallet-three.example" };
  expect((await askPrivacy(await anonymousKey(), { type: "objection", ...who })).status).toBe(200);
  const again = await send();
  expect([again.status, again.body.error]).toEqual([409, "idempotency_result_unavailable"]);
  expect(again.text).not.toMatch(/rita|moss/i);
});
