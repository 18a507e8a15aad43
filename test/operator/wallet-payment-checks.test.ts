import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { requestWith } from "../support/harness.ts";
import { paidService } from "../support/machine-payments.ts";

async function checks(changes: Record<string, unknown>): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${env.ADMIN_TOKEN}` };
  const { body } = await requestWith(changes, "/admin/doctor", { headers });
  const found = body.checks.filter(({ what }: any) => what.startsWith("payments by wallet"));
  return Object.fromEntries(found.map(({ what, state }: any) => [what.replace(/^payments by wallet:? ?/, ""), state]));
}

const CHECKSUM = "the checksum of X402_PAY_TO";
const FACILITATOR = "the facilitator takes eip155:84532";
const NODE = "a node of eip155:84532";

it("says that payments by wallet are off", async () => {
  expect(await checks({})).toEqual({ "": "off" });
});

it("finds address, facilitator and node well", async () => {
  expect(await checks(paidService().changes)).toEqual({ [CHECKSUM]: "ok", [FACILITATOR]: "ok", [NODE]: "ok" });
});

it("asks the network's public node where none is named", async () => {
  const service = paidService({ X402_RPC_URL: "" });
  const asked: string[] = [];
  service.state.fault = (request, pass) => {
    asked.push(request.url);
    return pass();
  };
  expect((await checks(service.changes))[NODE]).toBe("ok");
  expect(asked).toContain("https://sepolia.base.org/");
});

it("finds a mistyped address, a facilitator of another network and a node that does not answer", async () => {
  const service = paidService({ X402_PAY_TO: "0x000000000000000000000000000000000000deAD", X402_RPC_URL: "" });
  service.state.fault = () => new Response("down", { status: 500 });
  expect(await checks(service.changes)).toEqual({ [CHECKSUM]: "wrong", [FACILITATOR]: "wrong", [NODE]: "wrong" });
});
