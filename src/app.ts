import { Hono } from "hono";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { authorize } from "./accounts/oauth/authorize.tsx";
import { oauth } from "./accounts/oauth/oauth-routes.ts";
import { registration } from "./accounts/registration/registration-routes.tsx";
import { ConfigError, readConfig } from "./config.ts";
import { humanConsole } from "./console/console-routes.ts";
import { discovery } from "./documents/document-routes.ts";
import { AppError, asAppError } from "./errors.ts";
import { batchExports } from "./gateway/batch-file.ts";
import { mcp } from "./gateway/mcp/mcp-routes.ts";
import { tools } from "./gateway/rest.ts";
import { walletSignIn } from "./gateway/wallet-sign-in.ts";
import { type AppContext, type AppEnv, hostOf, originOf } from "./http/app-env.ts";
import { openToAllowedOrigins } from "./http/cors.ts";
import { health } from "./http/health.ts";
import { errorPage, wantsPage } from "./http/pages/private-page.tsx";
import { oauthErrorResponse, problemResponse } from "./http/problem.ts";
import { newId } from "./lib/ids.ts";
import { log } from "./lib/log.ts";
import { doctor } from "./operator/doctor.ts";
import { directoryImports, redditImports, searchIndex } from "./operator/imports/import-routes.ts";
import { operator } from "./operator/operator-routes.tsx";
import { status } from "./operator/status.tsx";
import { PATHS } from "./paths.ts";
import { billing } from "./payments/payment-routes.tsx";
import { DEPLOYMENT_HEADER, deploymentMark } from "./platform/outbound/send-request.ts";
import { privacy } from "./privacy/privacy-routes.tsx";
import { toolsOf } from "./tools/index.ts";

const ONLY = {
  [PATHS.identity]: "POST",
  [PATHS.claim]: "GET, POST",
  [PATHS.cancel]: "GET, POST",
  [PATHS.authorize]: "GET, POST",
  [PATHS.registerClient]: "POST",
  [PATHS.token]: "POST",
  [PATHS.revoke]: "POST",
  [PATHS.stripeWebhook]: "POST",
  [PATHS.checkout]: "GET, POST",
  [PATHS.directoryImports]: "GET, POST",
  [PATHS.redditImports]: "POST",
  [PATHS.boardLists]: "POST",
  [PATHS.indexRows]: "GET, POST",
  [PATHS.doctor]: "GET",
  [PATHS.privacy]: "GET, POST",
  [PATHS.privacyConfirmation]: "GET, POST",
  [PATHS.status]: "GET",
  [PATHS.searchResults]: "POST",
};

/** The default router would fall back to a slower one for every request when one route is too ambiguous; this one throws. */
export const app = new Hono<AppEnv>({ router: new RegExpRouter() });

app.use(async (c, next) => {
  const config = readConfig(c.env);
  c.set("config", config);
  // Report a wrong price list at the first request, before any tool is called.
  toolsOf(config);
  const origin = originOf(c.req.url);
  c.set("baseUrl", config.BASE_URL ?? origin);
  c.set("requestHost", hostOf(origin));
  // A request from this deployment's own fetcher, under a host name that it did not recognise: refuse it, or it could loop.
  const mark = c.req.header(DEPLOYMENT_HEADER);
  if (mark === undefined || mark !== (await deploymentMark(config))) return next();
  return c.text("This deployment does not fetch itself.\n", 421, { [DEPLOYMENT_HEADER]: mark });
});

for (const path of [`${PATHS.tools}/*`, PATHS.mcp, PATHS.mcpPay]) app.use(path, openToAllowedOrigins);

const OF_KEYS = [tools, batchExports, mcp, walletSignIn, registration, oauth, authorize, billing];
const OF_PEOPLE = [humanConsole, operator, directoryImports, redditImports, searchIndex, doctor, privacy];
for (const routes of [...OF_KEYS, ...OF_PEOPLE, health, status, discovery]) app.route("/", routes);

for (const [path, allow] of Object.entries(ONLY)) app.all(path, onlyMethods(allow));

/** Other methods of these paths are 405, not 404. */
function onlyMethods(allow: string): () => never {
  return () => {
    throw new AppError("method_not_allowed", `Use ${allow} here.`, { headers: { Allow: allow } });
  };
}

app.notFound((c) => fail(c, new AppError("not_found", "/llms.txt lists what this service offers.")));
app.onError((thrown, c) => fail(c, thrown));

function fail(c: AppContext, thrown: unknown): Response | Promise<Response> {
  const error = asAppError(thrown);
  const requestId = newId(Date.now());
  if (error.status >= 500) {
    const cause = thrown instanceof ConfigError ? thrown.message : error.cause;
    log("error", "request_failed", { request_id: requestId, path: c.req.path, error: error.code, cause });
  }
  if (c.var.config && wantsPage(c, error)) return errorPage(c, error, requestId);
  if (/^\/(agent|oauth)\//.test(c.req.path) && error.code !== "not_found") return oauthErrorResponse(error);
  return problemResponse(error, c.var.baseUrl ?? new URL(c.req.url).origin, requestId, { "X-Request-Id": requestId });
}
