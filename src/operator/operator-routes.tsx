import { Hono } from "hono";
import type { Child } from "hono/jsx";
import * as z from "zod";
import { AppError, invalidRequest } from "../errors.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { readAddress } from "../http/asserted-address.ts";
import { readForm } from "../http/body.ts";
import { formToken, readGuardedForm, refuseForeignForm } from "../http/pages/browser-session.ts";
import { putFlash } from "../http/pages/flash.ts";
import { Alert, Field, privatePage } from "../http/pages/private-page.tsx";
import { refusedForm } from "../http/pages/refused-form.tsx";
import { changePlan, grantTokens, revokeAllKeys, setBlocked } from "./actions.ts";
import { adminToken, checkAdminToken } from "./admin-token.ts";
import { importsPage, ledgerPage, sourcesPage } from "./health-page.tsx";
import { indexPage } from "./index-page.tsx";
import { OPERATOR, type OperatorVisit, operatorPage, organisationPath } from "./operator-page.tsx";
import { organisationPage } from "./organisation-page.tsx";
import { organisationsPage } from "./organisations-page.tsx";
import { priceListPage } from "./price-list-page.tsx";
import { pageOfAddress, privacyRequestsPage } from "./privacy-requests-page.tsx";
import { queuesPage } from "./queues-page.tsx";
import { callsPage } from "./recent-calls.tsx";
import { operatorSession, signOperatorIn, signOperatorOut } from "./session.ts";
import { todayPage } from "./today-page.tsx";
import { walletPaymentsPage } from "./wallet-payments-page.tsx";

const GRANT_MAX_TOKENS = 10_000_000;

const order = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, "reload the page and send its form"),
  reason: z.string().trim().min(3, "say why").max(500),
});
const grant = order.extend({ tokens: z.coerce.number().int().min(1).max(GRANT_MAX_TOKENS) });
const plan = order.extend({ plan: z.enum(["free", "paid"]) });

/** The operator's pages. They ask for ADMIN_TOKEN once, then set a cookie for an hour. */
export const operator = new Hono<AppEnv>()
  .get(OPERATOR.today, show("Today", todayPage))
  .get(OPERATOR.organisations, show("Organisations", organisationsPage))
  .get(OPERATOR.organisation, show("Organisation", organisationPage))
  .get(OPERATOR.calls, show("Call", callsPage))
  .get(OPERATOR.call, show("Call", callsPage))
  .get(OPERATOR.ledger, show("Ledger", ledgerPage))
  .get(OPERATOR.tools, show("Tools and prices", priceListPage))
  .get(OPERATOR.sources, show("Sources", sourcesPage))
  .get(OPERATOR.payments, show("Payments by wallets", walletPaymentsPage))
  .get(OPERATOR.queues, show("Queues", queuesPage))
  .get(OPERATOR.index, show("Search index", indexPage))
  .get(OPERATOR.imports, show("Directory imports", importsPage))
  .get(OPERATOR.privacy, show("Privacy requests", privacyRequestsPage))
  .post(
    OPERATOR.privacy,
    act((c, form) => pageOfAddress(c.var.config, readAddress(form.get("email"), "email"))),
  )
  .post(OPERATOR.signIn, async (c) => {
    adminToken(c);
    refuseForeignForm(c);
    const form = await readForm(c);
    try {
      await checkAdminToken(c, form.get("token") ?? "");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const [name, value] of Object.entries(error.allHeaders())) c.header(name, value);
      const problem = error.code === "invalid_token" ? "This is not the token." : error.detail;
      return c.html(signInPage(c, problem), error.status as 401);
    }
    await signOperatorIn(c);
    return c.redirect(OPERATOR.today, 303);
  })
  .post(
    OPERATOR.signOut,
    act(async (c) => {
      signOperatorOut(c);
      return OPERATOR.today;
    }),
  )
  .post(
    OPERATOR.grants,
    change(grant, "The tokens are granted.", (c, asked) => grantTokens(c.env, asked)),
  )
  .post(
    OPERATOR.plan,
    change(plan, "The plan is changed.", (c, asked) => changePlan(c.env, asked)),
  )
  .post(
    OPERATOR.block,
    change(order, "The organisation is blocked.", (c, asked) => setBlocked(c.env, { ...asked, isBlocked: true })),
  )
  .post(
    OPERATOR.unblock,
    change(order, "The organisation is unblocked.", (c, asked) => setBlocked(c.env, { ...asked, isBlocked: false })),
  )
  .post(
    OPERATOR.revokeKeys,
    change(order, "All its keys are revoked.", (c, asked) => revokeAllKeys(c.env, asked)),
  );

/** A change of one organisation, which leads back to its page. A refusal is shown there, and the form as it was sent. */
function change<T>(schema: z.ZodType<T>, said: string, work: (c: AppContext, asked: T & Target) => Promise<void>) {
  return act(async (c, form) => {
    const organisationId = c.req.param("id") ?? "";
    await work(c, { ...read(schema, form), organisationId });
    putFlash(c, said);
    return organisationPath(organisationId);
  }, organisationPage);
}

type Target = { organisationId: string };

/** A page for the operator; other visitors are asked for the token. */
function show(title: string, view: (visit: OperatorVisit) => Promise<Child>) {
  return async (c: AppContext) => {
    adminToken(c);
    const session = await operatorSession(c);
    if (!session) return c.html(signInPage(c));
    const visit = { c, token: await formToken(c.var.config, session) };
    return c.html(operatorPage(visit, title, await view(visit)));
  };
}

/** Handles a form, then redirects to the page that `work` returns. With `view` a refusal is shown in that page of an organisation. */
function act(
  work: (c: AppContext, form: URLSearchParams) => Promise<string>,
  view?: (visit: OperatorVisit) => Promise<Child>,
) {
  return async (c: AppContext) => {
    adminToken(c);
    const session = await operatorSession(c);
    if (!session) return c.redirect(OPERATOR.today, 303);
    const form = await readGuardedForm(c, session);
    try {
      return c.redirect(await work(c, form), 303);
    } catch (error) {
      if (!view) throw error;
      const visit = { c, token: await formToken(c.var.config, session) };
      return refusedForm(c, error, form, async (reason) => {
        return operatorPage(visit, "Organisation", [reason, await view(visit)]);
      });
    }
  };
}

function read<T>(schema: z.ZodType<T>, form: URLSearchParams): T {
  const result = schema.safeParse(Object.fromEntries(form));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalidRequest(`${issue?.path.join(".")}: ${issue?.message}`);
}

function signInPage(c: AppContext, problem?: string): string {
  const body = (
    <>
      {problem && <Alert id="problem">{problem}</Alert>}
      <p>For the operator of this deployment. It lasts an hour.</p>
      <form method="post" action={OPERATOR.signIn}>
        <Field
          id="token"
          label="ADMIN_TOKEN"
          type="password"
          required
          autocomplete="current-password"
          aria-describedby={problem && "problem"}
        />
        <button type="submit">Sign in</button>
      </form>
    </>
  );
  return privatePage(c, { title: "Operator", body });
}
