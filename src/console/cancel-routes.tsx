import { Hono } from "hono";
import { cancelClaim } from "../accounts/registration/cancel-claim.ts";
import { cancelConsoleBatches } from "../batches/batch-records.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { readForm } from "../http/body.ts";
import { page } from "../http/pages/page.tsx";
import { PATHS } from "../paths.ts";
import { switchOffAutoReload } from "../payments/reload-settings.ts";
import { pauseConsoleWatches } from "../watches/watch-store.ts";

/** "This wasn't me" of a mailed code: only the button has an effect, because mail scanners open links. */
export const cancellation = new Hono<AppEnv>()
  .get(PATHS.cancel, (c) => c.html(cancelPage(c, "ask", c.req.query("t") ?? "")))
  .post(PATHS.cancel, async (c) => {
    const form = await readForm(c);
    const cancelled = await cancelClaim(c.env, c.var.config, form.get("t") ?? c.req.query("t") ?? "");
    if (!cancelled) return c.html(cancelPage(c, "unknown", ""), 400);
    for (const { organisationId, since } of cancelled) await endConsoleWork(c.env, organisationId, since);
    return c.html(cancelPage(c, "done", ""));
  });

/** Stops what was started in the console since a time and no key keeps going, auto-reload included. */
export async function endConsoleWork(env: Env, organisationId: string, since: number): Promise<void> {
  await switchOffAutoReload(env, organisationId);
  await cancelConsoleBatches(env, organisationId, since);
  await pauseConsoleWatches(env.DB, organisationId, since);
}

function cancelPage(c: AppContext, state: "ask" | "done" | "unknown", token: string) {
  if (state === "done") {
    return page(
      c,
      "Cancelled",
      <p>
        The request is cancelled. If it led to an API key or a sign-in, that no longer works, and neither do the keys
        created and the connections allowed with it; their batches and watches stop, and wallets reach the workspace no
        more. After a sign-in, batches started and watches changed in the console since then are stopped too, all
        webhook endpoints of the workspace are disabled, invitations and members since then are removed, and auto-reload
        is switched off: set up your own again in the console.
      </p>,
    );
  }
  if (state === "unknown") {
    return page(
      c,
      "This link does not work",
      <p>
        The link is incomplete or older than a day. If you see calls you did not make, sign in to the{" "}
        <a href={PATHS.console}>console</a> and revoke the keys.
      </p>,
    );
  }
  return page(
    c,
    "This wasn't me",
    <>
      <p>
        Somebody asked {c.var.config.SERVICE_NAME} for an API key, or to sign in, with your address. If that was not
        you, cancel it here: the request, the key or sign-in it led to, and everything created with that.
      </p>
      <form method="post" action={PATHS.cancel}>
        <input type="hidden" name="t" value={token} />
        <button type="submit">Cancel the request and everything it led to</button>
      </form>
    </>,
  );
}
