import { Hono } from "hono";
import { endConnection } from "../accounts/keys/connections.ts";
import { changeKey, revokeKeyById } from "../accounts/keys/manage-keys.ts";
import { revokeKeys } from "../accounts/keys/revoke.ts";
import { endEverything, endSession, endSessions } from "../accounts/keys/sessions.ts";
import { keepWallet, unlinkWallet } from "../accounts/keys/wallet-links.ts";
import { consoleSignIn, forgetSession } from "../accounts/sign-in/sign-in-routes.tsx";
import { finishClosing, startClosing } from "../closing/close-workspace.ts";
import type { LastStatement } from "../closing/last-statement.ts";
import { type Category, MAX_KEY_OVERLAP_SECONDS } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import { parseInput } from "../gateway/read-arguments.ts";
import { type AppContext, type AppEnv, clientOf } from "../http/app-env.ts";
import { MINUTE_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { readPrivacyForm } from "../privacy/form.ts";
import { openPrivacyRequest } from "../privacy/requests.ts";
import { createApiKey } from "../tools/admin/create-api-key.ts";
import { batches } from "./batch-routes.tsx";
import { callPage, callsPage, keepSubjects } from "./calls-page.tsx";
import { cancellation, endConsoleWork } from "./cancel-routes.tsx";
import { connectionsPage } from "./connections-page.tsx";
import { CONSOLE, type FormPage, type Visit } from "./console-page.tsx";
import { act, done, download, show, tell } from "./guards.ts";
import { keysPage } from "./keys-page.tsx";
import { memberRoutes } from "./member-routes.ts";
import { overviewPage } from "./overview-page.tsx";
import { ownDataPage } from "./own-data-page.tsx";
import { purchasesPage } from "./purchases-page.tsx";
import { searchPage } from "./search-page.tsx";
import { createKeyToShow } from "./shown-key.ts";
import { exportTransactions } from "./transactions-file.ts";
import { transactionsPage } from "./transactions-page.tsx";
import { watches } from "./watch-routes.tsx";
import { webhooks } from "./webhook-routes.tsx";
import { exportWorkspace } from "./workspace-file.ts";
import { DELETION_PHRASE, deletedPage, workspacePage } from "./workspace-page.tsx";

const KEYS: FormPage = { path: CONSOLE.keys, title: "Agents and keys", view: keysPage };
const PURCHASES: FormPage = { path: CONSOLE.purchases, title: "Purchases", view: purchasesPage };

const WORKSPACE: FormPage = { path: CONSOLE.workspace, title: "Workspace", view: workspacePage };
const CLOSING_ROUNDS = 10;
const CLOSING_WAIT_MS = 300;

const createKey = tell(
  CONSOLE.keys,
  async ({ c, session }, form) => {
    const asked = readKeyForm(form);
    await createKeyToShow(c, session, { ...asked, country: clientOf(c).country }, form.get("once") ?? "");
    return `The key “${asked.name}” is created.`;
  },
  KEYS,
);
const saveKey = tell(CONSOLE.keys, async ({ c, session }, form) => {
  const { name, capPerDay } = readKeyForm(form);
  const isChanged = await changeKey(c.env, session.organisationId, form.get("id") ?? "", { name, capPerDay });
  return isChanged ? `The key “${name}” is saved.` : "There is no such active key.";
});
const replaceKey = tell(
  CONSOLE.keys,
  async ({ c, session }, form) => {
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
  KEYS,
);
const revokeOne = tell(CONSOLE.keys, async ({ c, session }, form) => {
  const isRevoked = await revokeKeyById(c.env, session.organisationId, form.get("id") ?? "");
  return isRevoked ? "The key is revoked." : "There is no such key.";
});
const revokeAll = tell(CONSOLE.keys, async ({ c, session }) => {
  await revokeKeys(c.env, session.organisationId);
  return "All keys are revoked, and all connections have ended.";
});
const disconnect = tell(CONSOLE.connections, async ({ c, session }, form) => {
  await endConnection(c.env, session.organisationId, form.get("id") ?? "");
  return "The application is disconnected.";
});
const keep = tell(CONSOLE.connections, async ({ c, session }, form) => {
  const isKept = await keepWallet(c.env.DB, session, form.get("address") ?? "");
  return isKept ? "The wallet is kept." : "There is no such wallet.";
});
const unlink = tell(CONSOLE.connections, async ({ c, session }, form) => {
  await unlinkWallet(c.env, session.organisationId, form.get("address") ?? "");
  return "The wallet is unlinked, and its keys are revoked.";
});
const askForData = tell(CONSOLE.privacy, async ({ c, session }, form) => {
  const request = readPrivacyForm({ type: form.get("type"), email: session.email });
  await openPrivacyRequest(c.env, c.var.config, { request, ip: clientOf(c).ip, baseUrl: c.var.baseUrl });
  return "We have mailed you the link.";
});
const buy = act(async (visit, form) => {
  const { checkout_url } = await call(visit, "buy_tokens", { amount_usd: numberOf(form, "amount_usd") });
  return visit.c.redirect(String(checkout_url), 303);
}, PURCHASES);
const setAutoReload = tell(
  CONSOLE.purchases,
  async (visit, form) => {
    const [threshold, amount_usd, monthly_cap_usd] = ["threshold", "amount_usd", "monthly_cap_usd"].map((field) =>
      numberOf(form, field),
    );
    const isOff = form.get("enabled") === "false";
    await call(visit, "set_auto_reload", isOff ? { enabled: false } : { threshold, amount_usd, monthly_cap_usd });
    return isOff ? "Auto-reload is off." : "Auto-reload is saved.";
  },
  PURCHASES,
);
const notMe = leave(async ({ c, session }) => {
  await endEverything(c.env, session);
  await endConsoleWork(c.env, session.organisationId, 0);
});
const deleteWorkspace = act(async ({ c, session }, form) => {
  if (form.get("phrase")?.trim().toLowerCase() !== DELETION_PHRASE) {
    throw invalidRequest(`Type “${DELETION_PHRASE}”. Nothing was deleted.`);
  }
  if (!(await startClosing(c.env, session)))
    return done(c, CONSOLE.workspace, "Nothing was deleted: the first owner does it, with a new sign-in.");
  forgetSession(c);
  return c.html(deletedPage(c, session.email, await closeNow(c, session.organisationId)));
}, WORKSPACE);

/** The last statement if calls that are running end soon. What this does not finish, the cron does. */
async function closeNow(c: AppContext, organisationId: string): Promise<LastStatement | null> {
  for (let round = 0; round < CLOSING_ROUNDS; round++) {
    const statement = await finishClosing(c.env, c.var.config, organisationId).catch(() => null);
    if (statement) return statement;
    await scheduler.wait(CLOSING_WAIT_MS);
  }
  return null;
}

/** The console, where a person sees, pays for and stops what agents do in the workspace. */
export const humanConsole = new Hono<AppEnv>()
  .route("/", consoleSignIn)
  .route("/", cancellation)
  .get(CONSOLE.overview, show("Overview", overviewPage))
  .get(CONSOLE.keys, show(KEYS.title, keysPage))
  .get(CONSOLE.connections, show("Connections", connectionsPage))
  .get(CONSOLE.calls, show("Calls", callsPage))
  .post(CONSOLE.callSubjects, tell(CONSOLE.calls, keepSubjects))
  .get(CONSOLE.call, show("Call", callPage))
  .get(CONSOLE.transactions, show("Transactions", transactionsPage))
  .get(CONSOLE.transactionsFile, download(exportTransactions))
  .get(CONSOLE.purchases, show(PURCHASES.title, purchasesPage))
  .get(CONSOLE.search, show("Search", searchPage))
  .route("/", batches())
  .route("/", watches())
  .route("/", webhooks())
  .route("/", memberRoutes())
  .get(CONSOLE.workspace, show(WORKSPACE.title, workspacePage))
  .get(CONSOLE.workspaceFile, download(exportWorkspace))
  .post(CONSOLE.deleteWorkspace, deleteWorkspace)
  .get(CONSOLE.privacy, show("Privacy", ownDataPage))
  .post(CONSOLE.keys, createKey)
  .post(CONSOLE.changeKey, saveKey)
  .post(CONSOLE.replaceKey, replaceKey)
  .post(CONSOLE.revokeKey, revokeOne)
  .post(CONSOLE.revokeKeys, revokeAll)
  .post(CONSOLE.endConnection, disconnect)
  .post(CONSOLE.keepWallet, keep)
  .post(CONSOLE.unlinkWallet, unlink)
  .post(CONSOLE.privacy, askForData)
  .post(CONSOLE.notMe, notMe)
  .post(
    CONSOLE.signOut,
    leave(({ c, session }) => endSession(c.env.DB, session)),
  )
  .post(
    CONSOLE.signOutEverywhere,
    leave(({ c, session }) => endSessions(c.env.DB, session)),
  )
  .post(CONSOLE.purchases, buy)
  .post(CONSOLE.autoReload, setAutoReload);

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

/** Ends sessions, this one among them. */
function leave(end: (visit: Visit) => Promise<void>) {
  return act(async (visit) => {
    await end(visit);
    forgetSession(visit.c);
    return visit.c.redirect(PATHS.console, 303);
  });
}

function numberOf(form: URLSearchParams, field: string): number | undefined {
  const text = form.get(field)?.trim();
  return text ? Number(text) : undefined;
}

function call({ c, session }: Visit, tool: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  return callAsOwner(c, session, tool, input);
}
