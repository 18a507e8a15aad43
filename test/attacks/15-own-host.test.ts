/** Attack: a caller names this very deployment by a host it does not know as its own, directly or through a redirect. */
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { outboundFor } from "../../src/platform/outbound/outbound.ts";
import { request } from "../support/harness.ts";
import { NO_SITES } from "../support/sites.ts";
import { sourceContext } from "../support/source-context.ts";

/** Names in the demo internet's DNS that here lead to our own Worker, and to a site that redirects to it. */
const ALIAS = "acme-robotics.example";
const REDIRECTS = "brightwater.example";

/** An internet in which the alias is this deployment. Collects what reached it and how it answered. */
function withAlias() {
  const answered: number[] = [];
  const fetch = async (asked: Request) => {
    const { hostname } = new URL(asked.url);
    if (hostname === REDIRECTS) return Response.redirect(`https://${ALIAS}/healthz`, 302);
    if (hostname !== ALIAS) return (env.OUTBOUND as Fetcher).fetch(asked);
    const response = await exports.default.fetch(asked);
    answered.push(response.status);
    return response;
  };
  return { answered, context: sourceContext({ env: { ...env, ...NO_SITES, OUTBOUND: { fetch } } as unknown as Env }) };
}

it.each([`https://${ALIAS}/healthz`, `https://${ALIAS}/api/v0`, `https://${REDIRECTS}/`])(
  "%s is refused as our own host",
  async (address) => {
    const { answered, context } = withAlias();
    expect(await outboundFor(context).page(address)).toEqual({ status: "refused", reason: "own_host", host: ALIAS });
    expect(new Set(answered)).toEqual(new Set([421]));
  },
);

it("an API address is refused alike", async () => {
  const { context } = withAlias();
  expect(await outboundFor(context).api(`https://${ALIAS}/healthz`)).toEqual({ status: "refused", reason: "own_host" });
});

it("another deployment's mark, or a made-up one, changes nothing for its caller", async () => {
  const { status, headers } = await request("/healthz", { headers: { "Tallygate-Deployment": "0".repeat(32) } });
  expect([status, headers.get("Tallygate-Deployment")]).toEqual([200, null]);
});
