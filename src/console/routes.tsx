import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { endConnection } from "../accounts/keys/connections.ts";
import { createKey, revokeKeyById } from "../accounts/keys/manage-keys.ts";
import { revokeKeys } from "../accounts/keys/revoke.ts";
import { endEverything, endSession, endSessions } from "../accounts/keys/sessions.ts";
import { consoleSignIn, currentSession, forgetSession, signInPage, signInUrl } from "../accounts/sign-in/routes.tsx";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import { parseInput } from "../gateway/read-arguments.ts";
import { type AppContext, type AppEnv, callContextOf, clientOf } from "../http/app-env.ts";
import { formToken, readGuardedForm } from "../http/pages/browser-session.ts";
import { newId } from "../lib/ids.ts";
import { PATHS } from "../paths.ts";
import { mapDatabaseErrors } from "../platform/database.ts";
import { readPrivacyForm } from "../privacy/form.ts";
import { openPrivacyRequest } from "../privacy/requests.ts";
import { createApiKey } from "../tools/admin/create-api-key.ts";
import { connections } from "./connections-page.tsx";
import { CONSOLE, consolePage, type Visit } from "./console-page.tsx";
import { purchases, transactions } from "./money.tsx";
import { privacy } from "./own-data-page.tsx";
import { keys, madeKey, overview } from "./views.tsx";
import { webhooks } from "./webhook-routes.tsx";

/** The console of an agent's human: sees what agents do in its name, pays for it, and stops it. */
export const humanConsole = new Hono<AppEnv>()
  .route("/", consoleSignIn)
  .get(CONSOLE.overview, show("Overview", overview))
  .get(CONSOLE.keys, show("Agents and keys", keys))
  .get(CONSOLE.connections, show("Connections", connections))
  .get(CONSOLE.transactions, show("Transactions", transactions))
  .get(CONSOLE.purchases, show("Purchases", purchases))
  .route("/", webhooks({ show, act }))
  .get(CONSOLE.privacy, show("Privacy", privacy))
  .post(
    CONSOLE.keys,
    act(async (visit, form) => {
      const { c, session } = visit;
      const { name } = parseInput(createApiKey, { name: form.get("name") ?? "" }) as { name: string };
      const maker = { organisationId: session.organisationId, sessionHash: session.hash };
      const { key } = await createKey(c.env, c.var.config, maker, { name, country: clientOf(c).country });
      return c.html(consolePage(visit, "Your new key", madeKey(name, key)));
    }),
  )
  .post(
    CONSOLE.revokeKey,
    act(async ({ c, session }, form) => {
      await revokeKeyById(c.env, session.organisationId, form.get("id") ?? "");
      return c.redirect(CONSOLE.keys, 303);
    }),
  )
  .post(
    CONSOLE.revokeKeys,
    act(async ({ c, session }) => {
      await mapDatabaseErrors(() => revokeKeys(c.env, session.organisationId));
      return c.redirect(CONSOLE.keys, 303);
    }),
  )
  .post(
    CONSOLE.endConnection,
    act(async ({ c, session }, form) => {
      await endConnection(c.env, session.organisationId, form.get("id") ?? "");
      return c.redirect(CONSOLE.connections, 303);
    }),
  )
  .post(
    CONSOLE.privacy,
    act(async ({ c, session }, form) => {
      const request = readPrivacyForm({ type: form.get("type"), email: session.email });
      await openPrivacyRequest(c.env, c.var.config, { request, ip: clientOf(c).ip, baseUrl: c.var.baseUrl });
      return c.redirect(CONSOLE.privacy, 303);
    }),
  )
  .post(CONSOLE.notMe, act(leave(({ c, session }) => endEverything(c.env, session))))
  .post(CONSOLE.signOut, act(leave(({ c, session }) => endSession(c.env.DB, session))))
  .post(CONSOLE.signOutEverywhere, act(leave(({ c, session }) => endSessions(c.env.DB, session))))
  .post(
    CONSOLE.purchases,
    act(async (visit, form) => {
      const { checkout_url } = await call(visit, "buy_tokens", { amount_usd: numberOf(form, "amount_usd") });
      return visit.c.redirect(String(checkout_url), 303);
    }),
  )
  .post(
    CONSOLE.autoReload,
    act(async (visit, form) => {
      const [threshold, amount_usd, monthly_cap_usd] = ["threshold", "amount_usd", "monthly_cap_usd"].map((field) =>
        numberOf(form, field),
      );
      const isOff = form.get("enabled") === "false";
      await call(visit, "set_auto_reload", isOff ? { enabled: false } : { threshold, amount_usd, monthly_cap_usd });
      return visit.c.redirect(CONSOLE.purchases, 303);
    }),
  );

/** A page for a signed-in person; others are asked to sign in and return to it. */
function show(title: string, view: (visit: Visit) => Promise<Child>) {
  return async (c: AppContext) => {
    const current = await currentSession(c);
    const { pathname, search } = new URL(c.req.url);
    if (!current) return c.html(signInPage(c, pathname + search));
    const visit = await visitOf(c, current);
    return c.html(consolePage(visit, title, await view(visit)));
  };
}

/** What a form does. It has to come from a page that was made for this very session. */
function act(work: (visit: Visit, form: URLSearchParams) => Promise<Response>) {
  return async (c: AppContext) => {
    const current = await currentSession(c);
    if (!current) return c.redirect(signInUrl(PATHS.console), 303);
    const form = await readGuardedForm(c, current.id);
    return work(await visitOf(c, current), form);
  };
}

async function visitOf(c: AppContext, { id, session }: { id: string; session: Visit["session"] }): Promise<Visit> {
  return { c, session, token: await formToken(c.var.config, id) };
}

/** Ends sessions, this one among them. */
function leave(end: (visit: Visit) => Promise<void>) {
  return async (visit: Visit) => {
    await end(visit);
    forgetSession(visit.c);
    return visit.c.redirect(PATHS.console, 303);
  };
}

function numberOf(form: URLSearchParams, field: string): number | undefined {
  const text = form.get(field)?.trim();
  return text ? Number(text) : undefined;
}

function call({ c, session }: Visit, tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const request = { requestId: newId(Date.now()), signal: c.req.raw.signal };
  return callAsOwner({ ...callContextOf(c), ...request }, session, tool, input);
}
