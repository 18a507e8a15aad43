import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { endConnection } from "../accounts/keys/connections.ts";
import { changeKey, revokeKeyById } from "../accounts/keys/manage-keys.ts";
import { revokeKeys } from "../accounts/keys/revoke.ts";
import { endEverything, endSession, endSessions } from "../accounts/keys/sessions.ts";
import { keepWallet, unlinkWallet } from "../accounts/keys/wallet-links.ts";
import { consoleSignIn, currentSession, forgetSession, signInPage, signInUrl } from "../accounts/sign-in/routes.tsx";
import { BATCH_BODY_BYTES } from "../constants.ts";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import { parseInput } from "../gateway/read-arguments.ts";
import { type AppContext, type AppEnv, callContextOf, clientOf } from "../http/app-env.ts";
import { readMultipart } from "../http/body.ts";
import { formToken, readGuardedForm } from "../http/pages/browser-session.ts";
import { putFlash } from "../http/pages/flash.ts";
import { refusedForm } from "../http/pages/refused-form.tsx";
import { newId } from "../lib/ids.ts";
import { PATHS } from "../paths.ts";
import { readPrivacyForm } from "../privacy/form.ts";
import { openPrivacyRequest } from "../privacy/requests.ts";
import { createApiKey } from "../tools/admin/create-api-key.ts";
import { batches } from "./batch-routes.tsx";
import { cancellation, endConsoleWork } from "./cancel-routes.tsx";
import { connectionsPage } from "./connections-page.tsx";
import { CONSOLE, consolePage, type FormPage, type Visit } from "./console-page.tsx";
import { keysPage } from "./keys-page.tsx";
import { overviewPage } from "./overview-page.tsx";
import { ownDataPage } from "./own-data-page.tsx";
import { purchasesPage } from "./purchases-page.tsx";
import { createKeyToShow } from "./shown-key.ts";
import { exportTransactions } from "./transactions-file.ts";
import { transactionsPage } from "./transactions-page.tsx";
import { watchesPage } from "./watches-page.tsx";
import { webhooks } from "./webhook-routes.tsx";

type View = (visit: Visit) => Promise<Child>;
const KEYS: FormPage = { path: CONSOLE.keys, title: "Agents and keys", view: keysPage };
const PURCHASES: FormPage = { path: CONSOLE.purchases, title: "Purchases", view: purchasesPage };

/** The console, where a person sees, pays for and stops what agents do in the workspace. */
export const humanConsole = new Hono<AppEnv>()
  .route("/", consoleSignIn)
  .route("/", cancellation)
  .get(CONSOLE.overview, show("Overview", overviewPage))
  .get(CONSOLE.keys, show(KEYS.title, keysPage))
  .get(CONSOLE.connections, show("Connections", connectionsPage))
  .get(CONSOLE.transactions, show("Transactions", transactionsPage))
  .get(CONSOLE.transactionsFile, download(exportTransactions))
  .get(CONSOLE.purchases, show(PURCHASES.title, purchasesPage))
  .route("/", batches({ show, act, takeList, download }))
  .get(CONSOLE.watches, show("Watches", watchesPage))
  .route("/", webhooks({ show, act, done }))
  .get(CONSOLE.privacy, show("Privacy", ownDataPage))
  .post(
    CONSOLE.keys,
    act(async ({ c, session }, form) => {
      const asked = readKeyForm(form);
      await createKeyToShow(c, session, { ...asked, country: clientOf(c).country }, form.get("once") ?? "");
      return done(c, CONSOLE.keys, `The key “${asked.name}” is created.`);
    }, KEYS),
  )
  .post(
    CONSOLE.changeKey,
    act(async ({ c, session }, form) => {
      const { name, capPerDay } = readKeyForm(form);
      const isChanged = await changeKey(c.env, session.organisationId, form.get("id") ?? "", { name, capPerDay });
      return done(c, CONSOLE.keys, isChanged ? `The key “${name}” is saved.` : "There is no such active key.");
    }),
  )
  .post(
    CONSOLE.revokeKey,
    act(async ({ c, session }, form) => {
      const isRevoked = await revokeKeyById(c.env, session.organisationId, form.get("id") ?? "");
      return done(c, CONSOLE.keys, isRevoked ? "The key is revoked." : "There is no such key.");
    }),
  )
  .post(
    CONSOLE.revokeKeys,
    act(async ({ c, session }) => {
      await revokeKeys(c.env, session.organisationId);
      return done(c, CONSOLE.keys, "All keys are revoked, and all connections have ended.");
    }),
  )
  .post(
    CONSOLE.changeWatch,
    act(async (visit, form) => {
      const { status } = await call(visit, "update_watch", { id: form.get("id"), status: form.get("status") });
      return done(visit.c, CONSOLE.watches, status === "paused" ? "The watch is paused." : "The watch is resumed.");
    }),
  )
  .post(
    CONSOLE.deleteWatch,
    act(async (visit, form) => {
      await call(visit, "delete_watch", { id: form.get("id") });
      return done(visit.c, CONSOLE.watches, "The watch is deleted.");
    }),
  )
  .post(
    CONSOLE.endConnection,
    act(async ({ c, session }, form) => {
      await endConnection(c.env, session.organisationId, form.get("id") ?? "");
      return done(c, CONSOLE.connections, "The application is disconnected.");
    }),
  )
  .post(
    CONSOLE.keepWallet,
    act(async ({ c, session }, form) => {
      const isKept = await keepWallet(c.env.DB, session, form.get("address") ?? "");
      return done(c, CONSOLE.connections, isKept ? "The wallet is kept." : "There is no such wallet.");
    }),
  )
  .post(
    CONSOLE.unlinkWallet,
    act(async ({ c, session }, form) => {
      await unlinkWallet(c.env, session.organisationId, form.get("address") ?? "");
      return done(c, CONSOLE.connections, "The wallet is unlinked, and its keys are revoked.");
    }),
  )
  .post(
    CONSOLE.privacy,
    act(async ({ c, session }, form) => {
      const request = readPrivacyForm({ type: form.get("type"), email: session.email });
      await openPrivacyRequest(c.env, c.var.config, { request, ip: clientOf(c).ip, baseUrl: c.var.baseUrl });
      return done(c, CONSOLE.privacy, "We have mailed you the link.");
    }),
  )
  .post(
    CONSOLE.notMe,
    act(
      leave(async ({ c, session }) => {
        await endEverything(c.env, session);
        await endConsoleWork(c.env, session.organisationId, 0);
      }),
    ),
  )
  .post(CONSOLE.signOut, act(leave(({ c, session }) => endSession(c.env.DB, session))))
  .post(CONSOLE.signOutEverywhere, act(leave(({ c, session }) => endSessions(c.env.DB, session))))
  .post(
    CONSOLE.purchases,
    act(async (visit, form) => {
      const { checkout_url } = await call(visit, "buy_tokens", { amount_usd: numberOf(form, "amount_usd") });
      return visit.c.redirect(String(checkout_url), 303);
    }, PURCHASES),
  )
  .post(
    CONSOLE.autoReload,
    act(async (visit, form) => {
      const [threshold, amount_usd, monthly_cap_usd] = ["threshold", "amount_usd", "monthly_cap_usd"].map((field) =>
        numberOf(form, field),
      );
      const isOff = form.get("enabled") === "false";
      await call(visit, "set_auto_reload", isOff ? { enabled: false } : { threshold, amount_usd, monthly_cap_usd });
      return done(visit.c, CONSOLE.purchases, isOff ? "Auto-reload is off." : "Auto-reload is saved.");
    }, PURCHASES),
  );

/** A page for a signed-in person; others are asked to sign in and return to it. */
function show(title: string, view: View) {
  return async (c: AppContext) => {
    const current = await currentSession(c);
    const { pathname, search } = new URL(c.req.url);
    if (!current) return c.html(signInPage(c, pathname + search));
    const visit = await visitOf(c, current);
    return c.html(consolePage(visit, title, await view(visit)));
  };
}

/** Handles a form. Its token must belong to this session. With `page` a refusal is shown there, and the form as it was sent. */
function act(work: (visit: Visit, form: URLSearchParams) => Promise<Response>, page?: FormPage) {
  return async (c: AppContext) => {
    const current = await currentSession(c);
    if (!current) return c.redirect(signInUrl(PATHS.console), 303);
    const form = await readGuardedForm(c, current.id);
    const visit = await visitOf(c, current);
    if (!page) return work(visit, form);
    return work(visit, form).catch((error: unknown) =>
      refusedForm(c, error, form, async (reason) => {
        const body = (
          <>
            {reason}
            {await page.view(visit)}
          </>
        );
        return consolePage(visit, page.title, body, page.path);
      }),
    );
  };
}

/** The same for a form that carries a list, whose size may double because browsers send line breaks as CR LF. */
function takeList(work: (visit: Visit, form: FormData) => Promise<Response>) {
  return async (c: AppContext) => {
    const current = await currentSession(c);
    if (!current) return c.redirect(signInUrl(CONSOLE.batches), 303);
    const form = await readGuardedForm(c, current.id, (sent) => readMultipart(sent, 2 * BATCH_BODY_BYTES));
    return work(await visitOf(c, current), form);
  };
}

/** A file for a signed-in person. Others sign in first, and then see the page that links to it. */
function download(serve: (visit: Visit) => Promise<Response>) {
  return async (c: AppContext) => {
    const current = await currentSession(c);
    if (current) return serve(await visitOf(c, current));
    return c.redirect(signInUrl(c.req.path.replace(/(?:\/(?:results|unanswered))?\.(?:csv|jsonl)$/, "")), 303);
  };
}

/** Redirects after every form, so that a reload does not send it again, and shows what it did. */
function done(c: AppContext, path: string, text: string): Response {
  putFlash(c, text);
  return c.redirect(path, 303);
}

/** Name, cap and lifetime of a key, with the bounds of `create_api_key`. Throws `invalid_request`. */
function readKeyForm(form: URLSearchParams) {
  const [cap, expiresIn] = [numberOf(form, "cap_tokens_per_day"), numberOf(form, "expires_in")];
  const asked = {
    name: form.get("name") ?? "",
    ...(cap !== undefined && { cap_tokens_per_day: cap }),
    ...(expiresIn !== undefined && { expires_in: expiresIn }),
  };
  const read = parseInput(createApiKey, asked) as { name: string; cap_tokens_per_day?: number; expires_in: number };
  return { name: read.name, capPerDay: read.cap_tokens_per_day ?? null, lifetimeSeconds: read.expires_in };
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
