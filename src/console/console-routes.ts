import { Hono } from "hono";
import { endConnection } from "../accounts/keys/connections.ts";
import { changeKey, revokeKeyById } from "../accounts/keys/manage-keys.ts";
import { revokeKeys } from "../accounts/keys/revoke.ts";
import { endEverything, endSession, endSessions, requireRole } from "../accounts/keys/sessions.ts";
import { keepWallet, unlinkWallet } from "../accounts/keys/wallet-links.ts";
import { consoleSignIn, currentSession, forgetSession, signInPage } from "../accounts/sign-in/sign-in-routes.tsx";
import { finishClosing, startClosing } from "../closing/close-workspace.ts";
import type { LastStatement } from "../closing/last-statement.ts";
import { BATCH_BODY_BYTES, type Category, MAX_KEY_OVERLAP_SECONDS } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import { parseInput } from "../gateway/read-arguments.ts";
import { type AppContext, type AppEnv, clientOf } from "../http/app-env.ts";
import { readMultipart } from "../http/body.ts";
import { formToken } from "../http/pages/browser-session.ts";
import { type Forms, type Pages, privateRoutes } from "../http/pages/private-routes.ts";
import { MINUTE_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { readPrivacyForm } from "../privacy/form.ts";
import { openPrivacyRequest } from "../privacy/privacy-link.ts";
import { createApiKey } from "../tools/admin/create-api-key.ts";
import { BATCH_FILES, BATCH_FORMS, BATCH_PAGES, BATCH_UPLOADS } from "./batch-forms.ts";
import { callPage, callsPage, keepSubjects } from "./calls-page.tsx";
import { cancellation, endConsoleWork } from "./cancel-routes.tsx";
import { connectionsPage } from "./connections-page.tsx";
import { CONSOLE, consolePage, leastRole, type Visit } from "./console-page.tsx";
import { keysPage } from "./keys-page.tsx";
import { MEMBER_FORMS } from "./member-forms.ts";
import { membersPage } from "./members-page.tsx";
import { overviewPage } from "./overview-page.tsx";
import { ownDataPage } from "./own-data-page.tsx";
import { purchasesPage } from "./purchases-page.tsx";
import { searchPage } from "./search-page.tsx";
import { createKeyToShow } from "./shown-key.ts";
import { exportTransactions } from "./transactions-file.ts";
import { transactionsPage } from "./transactions-page.tsx";
import { WATCH_FORMS } from "./watch-form.tsx";
import { watchPage } from "./watch-page.tsx";
import { watchesPage } from "./watch-pages.tsx";
import { WEBHOOK_FORMS } from "./webhook-forms.tsx";
import { endpointPage, endpointsPage } from "./webhook-pages.tsx";
import { exportWorkspace } from "./workspace-file.ts";
import { DELETION_PHRASE, deletedPage, workspacePage } from "./workspace-page.tsx";

const CLOSING_ROUNDS = 10;
const CLOSING_WAIT_MS = 300;

const PAGES: Pages<Visit> = {
  [CONSOLE.overview]: ["Overview", overviewPage],
  [CONSOLE.keys]: ["Agents and keys", keysPage],
  [CONSOLE.connections]: ["Connections", connectionsPage],
  [CONSOLE.calls]: ["Calls", callsPage],
  [CONSOLE.call]: ["Call", callPage],
  [CONSOLE.transactions]: ["Transactions", transactionsPage],
  [CONSOLE.purchases]: ["Purchases", purchasesPage],
  [CONSOLE.search]: ["Search", searchPage],
  ...BATCH_PAGES,
  [CONSOLE.watches]: ["Watches", watchesPage],
  [CONSOLE.watch]: ["Watch", watchPage],
  [CONSOLE.webhooks]: ["Webhooks", endpointsPage],
  [CONSOLE.webhook]: ["Webhook endpoint", endpointPage],
  [CONSOLE.members]: ["Members", membersPage],
  [CONSOLE.workspace]: ["Workspace", workspacePage],
  [CONSOLE.privacy]: ["Privacy", ownDataPage],
};

const FORMS: Forms<Visit> = {
  [CONSOLE.keys]: {
    async [CONSOLE.keys]({ c, session }, form) {
      const asked = readKeyForm(form);
      await createKeyToShow(c, session, { ...asked, country: clientOf(c).country }, form.get("once") ?? "");
      return `The key “${asked.name}” is created.`;
    },
    async [CONSOLE.changeKey]({ c, session }, form) {
      const { name, capPerDay } = readKeyForm(form);
      const isChanged = await changeKey(c.env, session.organisationId, form.get("id") ?? "", { name, capPerDay });
      return isChanged ? `The key “${name}” is saved.` : "There is no such active key.";
    },
    async [CONSOLE.replaceKey]({ c, session }, form) {
      const { name, lifetimeSeconds } = readKeyForm(form);
      const overlapSeconds = numberOf(form, "overlap_seconds") ?? 0;
      if (!(overlapSeconds >= MINUTE_MS / 1000 && overlapSeconds <= MAX_KEY_OVERLAP_SECONDS)) {
        throw invalidRequest("The old key may work for a minute to seven days longer.");
      }
      const replaces = { id: form.get("id") ?? "", overlapSeconds };
      const asked = { name, lifetimeSeconds, replaces, country: clientOf(c).country };
      await createKeyToShow(c, session, asked, form.get("once") ?? "");
      return `The key “${name}” is replaced. Give the new one to its agent before the old one ends.`;
    },
    async [CONSOLE.revokeKey]({ c, session }, form) {
      const isRevoked = await revokeKeyById(c.env, session.organisationId, form.get("id") ?? "");
      return isRevoked ? "The key is revoked." : "There is no such key.";
    },
    async [CONSOLE.revokeKeys]({ c, session }) {
      await revokeKeys(c.env, session.organisationId);
      return "All keys are revoked, and all connections have ended.";
    },
    async [CONSOLE.notMe]({ c, session }) {
      await endEverything(c.env, session);
      await endConsoleWork(c.env, session.organisationId, 0);
      return leave(c);
    },
  },
  [CONSOLE.connections]: {
    async [CONSOLE.endConnection]({ c, session }, form) {
      await endConnection(c.env, session.organisationId, form.get("id") ?? "");
      return "The application is disconnected.";
    },
    async [CONSOLE.keepWallet]({ c, session }, form) {
      const isKept = await keepWallet(c.env.DB, session, form.get("address") ?? "");
      return isKept ? "The wallet is kept." : "There is no such wallet.";
    },
    async [CONSOLE.unlinkWallet]({ c, session }, form) {
      await unlinkWallet(c.env, session.organisationId, form.get("address") ?? "");
      return "The wallet is unlinked, and its keys are revoked.";
    },
  },
  [CONSOLE.calls]: { [CONSOLE.callSubjects]: keepSubjects },
  [CONSOLE.purchases]: {
    async [CONSOLE.purchases]({ c, session }, form) {
      const asked = { amount_usd: numberOf(form, "amount_usd") };
      const { checkout_url } = await callAsOwner(c, session, "buy_tokens", asked);
      return c.redirect(String(checkout_url), 303);
    },
    async [CONSOLE.autoReload]({ c, session }, form) {
      const isOff = form.get("enabled") === "false";
      const fields = ["threshold", "amount_usd", "monthly_cap_usd"].map((field) => [field, numberOf(form, field)]);
      await callAsOwner(c, session, "set_auto_reload", isOff ? { enabled: false } : Object.fromEntries(fields));
      return isOff ? "Auto-reload is off." : "Auto-reload is saved.";
    },
  },
  ...BATCH_FORMS,
  ...WATCH_FORMS,
  ...WEBHOOK_FORMS,
  ...MEMBER_FORMS,
  [CONSOLE.workspace]: {
    async [CONSOLE.deleteWorkspace]({ c, session }, form) {
      if (form.get("phrase")?.trim().toLowerCase() !== DELETION_PHRASE) {
        throw invalidRequest(`Type “${DELETION_PHRASE}”. Nothing was deleted.`);
      }
      if (!(await startClosing(c.env, session)))
        return "Nothing was deleted: the first owner does it, with a new sign-in.";
      forgetSession(c);
      return c.html(deletedPage(c, session.email, await closeNow(c, session.organisationId)));
    },
  },
  [CONSOLE.privacy]: {
    async [CONSOLE.privacy]({ c, session }, form) {
      const request = readPrivacyForm({ type: form.get("type"), email: session.email });
      await openPrivacyRequest(c.env, c.var.config, { request, ip: clientOf(c).ip, baseUrl: c.var.baseUrl });
      return "We have mailed you the link.";
    },
  },
  [CONSOLE.overview]: {
    async [CONSOLE.signOut]({ c, session }) {
      await endSession(c.env.DB, session);
      return leave(c);
    },
    async [CONSOLE.signOutEverywhere]({ c, session }) {
      await endSessions(c.env.DB, session);
      return leave(c);
    },
  },
};

/** The console, where a person sees, pays for and stops what agents do in the workspace. */
export const humanConsole = new Hono<AppEnv>()
  .route("/", consoleSignIn)
  .route("/", cancellation)
  .route(
    "/",
    privateRoutes<Visit>({
      async enter(c) {
        const current = await currentSession(c);
        if (!current) return null;
        requireRole(current.session, leastRole(c.req.method, c.req.path));
        return { c, session: current.session, secret: current.id, token: await formToken(c.var.config, current.id) };
      },
      signInPage(c) {
        const { pathname, search } = new URL(c.req.url);
        return signInPage(c, pathname + search);
      },
      frame: consolePage,
      pages: PAGES,
      forms: FORMS,
      uploads: BATCH_UPLOADS,
      // The size of a list may double, because browsers send line breaks as CR LF.
      readUpload: (c) => readMultipart(c, 2 * BATCH_BODY_BYTES),
      files: {
        ...BATCH_FILES,
        [CONSOLE.transactions]: { [CONSOLE.transactionsFile]: exportTransactions },
        [CONSOLE.workspace]: { [CONSOLE.workspaceFile]: exportWorkspace },
      },
    }),
  );

function leave(c: AppContext): Response {
  forgetSession(c);
  return c.redirect(PATHS.console, 303);
}

/** The last statement if calls that are running end soon. What this does not finish, the cron does. */
async function closeNow(c: AppContext, organisationId: string): Promise<LastStatement | null> {
  for (let round = 0; round < CLOSING_ROUNDS; round++) {
    const statement = await finishClosing(c.env, c.var.config, organisationId).catch(() => null);
    if (statement) return statement;
    await scheduler.wait(CLOSING_WAIT_MS);
  }
  return null;
}

/** Name, cap, categories and lifetime of a key, with the bounds of `create_api_key`. Throws `invalid_request`. */
function readKeyForm(form: URLSearchParams) {
  const [cap, expiresIn] = [numberOf(form, "cap_tokens_per_day"), numberOf(form, "expires_in")];
  const asked = {
    name: form.get("name") ?? "",
    ...(cap !== undefined && { cap_tokens_per_day: cap }),
    ...(expiresIn !== undefined && { expires_in: expiresIn }),
    ...(form.has("categories") && { categories: form.getAll("categories") }),
  };
  const read = parseInput(createApiKey, asked) as {
    name: string;
    cap_tokens_per_day?: number;
    categories?: Category[];
    expires_in: number;
  };
  return {
    name: read.name,
    capPerDay: read.cap_tokens_per_day ?? null,
    categories: read.categories ?? null,
    lifetimeSeconds: read.expires_in,
  };
}

function numberOf(form: URLSearchParams, field: string): number | undefined {
  const text = form.get(field)?.trim();
  return text ? Number(text) : undefined;
}
