import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { alertBrokenLedgers, checkLedger, readStatement } from "../../src/ledger/reconciliation.ts";
import { anonymousKey, callTool, organisationOf } from "../support/harness.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it("logs nothing for ledgers that add up, and an alert for one that does not", async () => {
  const alert = vi.spyOn(console, "error").mockImplementation(() => {});
  const [sound, broken] = [await anonymousKey(), await anonymousKey()];
  await callTool(sound, "get_network_company_url", { domain: "does-not-exist.example" });
  await alertBrokenLedgers(env, true);
  expect(alert).not.toHaveBeenCalled();

  const id = await organisationOf(broken);
  await env.DB.prepare("UPDATE organisations SET balance = balance + 7 WHERE id = ?").bind(id).run();
  const wrong = { organisationId: id, balance: 32, granted: 25, difference: -7, unlisted: 0 };
  expect((await checkLedger(env)).broken).toMatchObject([wrong]);
  expect(await readStatement(env, await organisationOf(sound))).toMatchObject({ difference: 0 });
  await alertBrokenLedgers(env, true);
  expect(JSON.parse(alert.mock.lastCall?.[0])).toMatchObject({
    level: "alert",
    organisations: [{ organisationId: id }],
  });
});
