import { Hono } from "hono";
import * as z from "zod";
import { AppError } from "../errors.ts";
import type { AppContext, AppEnv } from "../http/app-env.ts";
import { readForm } from "../http/body.ts";
import { dropCookie, formToken, refuseForeignForm } from "../http/pages/browser-session.ts";
import { Alert, Field, privatePage } from "../http/pages/private-page.tsx";
import { type Page, type PrivateVisit, privateRoutes, type Work } from "../http/pages/private-routes.ts";
import { changePlan, grantTokens, type Order, revokeAllKeys, setBlocked } from "./actions.ts";
import { importsPage, ledgerPage, priceListPage, queuesPage, sourcesPage } from "./deployment-pages.tsx";
import { indexPage } from "./index-page.tsx";
import { OPERATOR, operatorPage } from "./operator-page.tsx";
import {
  adminToken,
  checkAdminToken,
  OPERATOR_COOKIE,
  operatorSession,
  readInput,
  signOperatorIn,
} from "./operator-session.ts";
import { organisationPage, organisationsPage } from "./organisation-pages.tsx";
import { privacyRequests } from "./privacy-requests-page.tsx";
import { callsPage } from "./recent-calls.tsx";
import { todayPage } from "./today-page.tsx";
import { walletPaymentsPage } from "./wallet-payments-page.tsx";

const SIGN_IN = `${OPERATOR.today}/sign-in`;
const GRANT_MAX_TOKENS = 10_000_000;

const order = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, "reload the page and send its form"),
  reason: z.string().trim().min(3, "say why").max(500),
});
const grant = order.extend({ tokens: z.coerce.number().int().min(1).max(GRANT_MAX_TOKENS) });
const plan = order.extend({ plan: z.enum(["free", "paid"]) });

const PAGES: Record<string, Page<PrivateVisit>> = {
  [OPERATOR.today]: {
    title: "Today",
    view: todayPage,
    forms: {
      async "sign-out"({ c }) {
        dropCookie(c, OPERATOR_COOKIE);
        return c.redirect(OPERATOR.today, 303);
      },
    },
  },
  [OPERATOR.organisations]: { title: "Organisations", view: organisationsPage },
  [OPERATOR.organisation]: {
    title: "Organisation",
    view: organisationPage,
    forms: {
      grants: change(grant, "The tokens are granted.", grantTokens),
      plan: change(plan, "The plan is changed.", changePlan),
      block: change(order, "The organisation is blocked.", (env, asked) => setBlocked(env, asked, true)),
      unblock: change(order, "The organisation is unblocked.", (env, asked) => setBlocked(env, asked, false)),
      "revoke-keys": change(order, "All its keys are revoked.", revokeAllKeys),
    },
  },
  [OPERATOR.calls]: { title: "Calls", view: callsPage },
  [OPERATOR.call]: { title: "Call", view: callsPage },
  [OPERATOR.ledger]: { title: "Ledger", view: ledgerPage },
  [OPERATOR.tools]: { title: "Tools and prices", view: priceListPage },
  [OPERATOR.sources]: { title: "Sources", view: sourcesPage },
  [OPERATOR.payments]: { title: "Payments by wallets", view: walletPaymentsPage },
  [OPERATOR.queues]: { title: "Queues", view: queuesPage },
  [OPERATOR.index]: { title: "Search index", view: indexPage },
  [OPERATOR.imports]: { title: "Imports", view: importsPage },
  [OPERATOR.privacy]: privacyRequests,
};

/** The operator's pages. They ask for ADMIN_TOKEN once, then set a cookie for an hour. */
export const operator = new Hono<AppEnv>()
  .post(SIGN_IN, async (c) => {
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
  .route(
    "/",
    privateRoutes<PrivateVisit>({
      async enter(c) {
        adminToken(c);
        const secret = await operatorSession(c);
        return secret === null ? null : { c, secret, token: await formToken(c.var.config, secret) };
      },
      signInPage,
      frame: operatorPage,
      label: "Operator",
      pages: PAGES,
    }),
  );

function change<T>(
  schema: z.ZodType<T>,
  said: string,
  work: (env: Env, asked: T & Pick<Order, "organisationId">) => Promise<void>,
): Work<PrivateVisit> {
  return async ({ c }, form) => {
    await work(c.env, { ...readInput(schema, Object.fromEntries(form)), organisationId: c.req.param("id") ?? "" });
    return said;
  };
}

function signInPage(c: AppContext, problem?: string): string {
  const body = (
    <>
      {problem && <Alert id="problem">{problem}</Alert>}
      <p>For the operator of this deployment. It lasts an hour.</p>
      <form method="post" action={SIGN_IN}>
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
