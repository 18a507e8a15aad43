import { Hono } from "hono";
import { cancelClaim } from "../accounts/registration/cancel-claim.ts";
import { cancelConsoleBatches } from "../batches/batch-records.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readForm } from "../http/body.ts";
import { privatePage } from "../http/pages/private-page.tsx";
import { PATHS } from "../paths.ts";
import { switchOffAutoReload } from "../payments/auto-reload.ts";
import { pauseConsoleWatches } from "../watches/watch-store.ts";

/** "This wasn't me" of a mailed code: only the button has an effect, because mail scanners open links. */
export const cancellation = new Hono<AppEnv>()
  .get(PATHS.cancel, (c) => {
    const body = <Question serviceName={c.var.config.SERVICE_NAME} token={c.req.query("t") ?? ""} />;
    return c.html(privatePage(c, { title: "This wasn't me", body }));
  })
  .post(PATHS.cancel, async (c) => {
    const form = await readForm(c);
    const cancelled = await cancelClaim(c.env, c.var.config, form.get("t") ?? c.req.query("t") ?? "");
    if (!cancelled) return c.html(privatePage(c, { title: "This link does not work", body: UNKNOWN }), 400);
    for (const { organisationId, since } of cancelled) await endConsoleWork(c.env, organisationId, since);
    return c.html(privatePage(c, { title: "Cancelled", body: DONE }));
  });

/** Stops what was started in the console since a time and no key keeps going, auto-reload included. */
export async function endConsoleWork(env: Env, organisationId: string, since: number): Promise<void> {
  await switchOffAutoReload(env, organisationId);
  await cancelConsoleBatches(env, organisationId, since);
  await pauseConsoleWatches(env.DB, organisationId, since);
}

function Question({ serviceName, token }: { serviceName: string; token: string }) {
  return (
    <>
      <p>
        {serviceName} received a request for an API key, or a sign-in, with your address. If it was not yours, cancel it
        here: the request, the key or sign-in that it led to, and everything created with that.
      </p>
      <form method="post" action={PATHS.cancel}>
        <input type="hidden" name="t" value={token} />
        <button type="submit">Cancel the request and everything it led to</button>
      </form>
    </>
  );
}

const UNKNOWN = (
  <p>
    The link is incomplete or older than a day. If you see calls you did not make, sign in to the{" "}
    <a href={PATHS.console}>console</a> and revoke the keys.
  </p>
);

const DONE = (
  <p>
    The request is cancelled. An API key or sign-in that it led to no longer works, nor do keys and connections created
    with it; their batches and watches stop, and their wallets have no access. After a sign-in, batches and watches of
    the console since then are stopped, webhook endpoints are disabled, invitations and members since then are removed,
    and auto-reload is switched off. Set up your own again in the console.
  </p>
);
