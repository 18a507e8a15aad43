import { Hono } from "hono";
import { requireRole } from "../accounts/keys/sessions.ts";
import { consoleSignIn, currentSession, signInPage } from "../accounts/sign-in/sign-in-routes.tsx";
import { BATCH_BODY_BYTES } from "../constants.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readMultipart } from "../http/body.ts";
import { formToken } from "../http/pages/browser-session.ts";
import { privateRoutes } from "../http/pages/private-routes.ts";
import { batch } from "./batch-page.tsx";
import { batches } from "./batches-page.tsx";
import { call, calls } from "./calls-page.tsx";
import { cancellation } from "./cancel-routes.tsx";
import { connections } from "./connections-page.tsx";
import { CONSOLE, consolePage, leastRole, type Visit } from "./console-page.tsx";
import { keys } from "./keys-page.tsx";
import { members } from "./members-page.tsx";
import { overview } from "./overview-page.tsx";
import { ownData } from "./own-data-page.tsx";
import { purchases } from "./purchases-page.tsx";
import { search } from "./search-page.tsx";
import { transactions } from "./transactions-page.tsx";
import { watch } from "./watch-page.tsx";
import { watches } from "./watch-pages.tsx";
import { webhook, webhooks } from "./webhook-forms.tsx";
import { workspace } from "./workspace-page.tsx";

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
        const { id: secret, session } = current;
        requireRole(session, leastRole(c.req.method, c.req.path));
        const { organisationId } = session;
        return { c, env: c.env, session, organisationId, secret, token: await formToken(c.var.config, secret) };
      },
      signInPage(c) {
        const { pathname, search } = new URL(c.req.url);
        return signInPage(c, pathname + search);
      },
      frame: consolePage,
      label: "Console",
      pages: {
        [CONSOLE.overview]: overview,
        [CONSOLE.keys]: keys,
        [CONSOLE.connections]: connections,
        [CONSOLE.calls]: calls,
        [CONSOLE.call]: call,
        [CONSOLE.transactions]: transactions,
        [CONSOLE.purchases]: purchases,
        [CONSOLE.search]: search,
        [CONSOLE.batches]: batches,
        [CONSOLE.batch]: batch,
        [CONSOLE.watches]: watches,
        [CONSOLE.watch]: watch,
        [CONSOLE.webhooks]: webhooks,
        [CONSOLE.webhook]: webhook,
        [CONSOLE.members]: members,
        [CONSOLE.workspace]: workspace,
        [CONSOLE.privacy]: ownData,
      },
      // The size of a list may double, because browsers send line breaks as CR LF.
      readUpload: (c) => readMultipart(c, 2 * BATCH_BODY_BYTES),
    }),
  );
