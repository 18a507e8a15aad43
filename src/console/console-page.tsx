import type { Child } from "hono/jsx";
import { hasRole, needs, type Session } from "../accounts/keys/sessions.ts";
import type { Role } from "../constants.ts";
import { takeFlash } from "../http/pages/flash.ts";
import type { Navigation } from "../http/pages/page.tsx";
import { Form, privatePage } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { PATHS } from "../paths.ts";

/** Where the console's pages and forms are. */
export const CONSOLE = {
  overview: PATHS.console,
  keys: `${PATHS.console}/keys`,
  changeKey: `${PATHS.console}/keys/change`,
  replaceKey: `${PATHS.console}/keys/replace`,
  revokeKey: `${PATHS.console}/keys/revoke`,
  revokeKeys: `${PATHS.console}/keys/revoke-all`,
  notMe: `${PATHS.console}/keys/not-me`,
  connections: `${PATHS.console}/connections`,
  members: PATHS.consoleMembers,
  invite: `${PATHS.consoleMembers}/invite`,
  revokeInvitation: `${PATHS.consoleMembers}/revoke-invitation`,
  changeMember: `${PATHS.consoleMembers}/change`,
  removeMember: `${PATHS.consoleMembers}/remove`,
  leave: `${PATHS.consoleMembers}/leave`,
  resign: `${PATHS.consoleMembers}/resign`,
  join: `${PATHS.consoleMembers}/join`,
  openWorkspace: `${PATHS.consoleMembers}/open`,
  endConnection: `${PATHS.console}/connections/end`,
  keepWallet: `${PATHS.console}/connections/keep-wallet`,
  unlinkWallet: `${PATHS.console}/connections/unlink-wallet`,
  calls: `${PATHS.console}/calls`,
  call: `${PATHS.console}/calls/:id`,
  callSubjects: `${PATHS.console}/call-subjects`,
  transactions: `${PATHS.console}/transactions`,
  transactionsFile: `${PATHS.console}/transactions.csv`,
  purchases: PATHS.consolePurchases,
  autoReload: `${PATHS.console}/auto-reload`,
  search: PATHS.consoleSearch,
  batches: PATHS.consoleBatches,
  batchColumns: `${PATHS.console}/batch-columns`,
  batchEstimate: `${PATHS.console}/batch-estimate`,
  batchStart: `${PATHS.console}/batch-start`,
  batch: `${PATHS.console}/batches/:id`,
  watches: PATHS.consoleWatches,
  watch: `${PATHS.console}/watches/:id`,
  changeWatch: `${PATHS.console}/watches/change`,
  deleteWatch: `${PATHS.console}/watches/delete`,
  webhooks: PATHS.consoleWebhooks,
  webhook: `${PATHS.consoleWebhooks}/:id`,
  workspace: `${PATHS.console}/workspace`,
  workspaceFile: `${PATHS.console}/workspace.jsonl`,
  deleteWorkspace: `${PATHS.console}/workspace/delete`,
  privacy: `${PATHS.console}/privacy`,
  signOut: `${PATHS.console}/sign-out`,
  signOutEverywhere: `${PATHS.console}/sign-out-everywhere`,
} as const;

/** Add a page of the console here and in console-routes.ts. */
const NAVIGATION: Navigation = {
  label: "Console",
  isAside: true,
  links: [
    [CONSOLE.overview, "Overview"],
    [CONSOLE.keys, "Agents and keys"],
    [CONSOLE.connections, "Connections"],
    [CONSOLE.calls, "Calls"],
    [CONSOLE.transactions, "Transactions"],
    [CONSOLE.purchases, "Purchases"],
    [CONSOLE.search, "Search"],
    [CONSOLE.batches, "Batches"],
    [CONSOLE.watches, "Watches"],
    [CONSOLE.webhooks, "Webhooks"],
    [CONSOLE.members, "Members"],
    [CONSOLE.workspace, "Workspace"],
    [CONSOLE.privacy, "Privacy"],
  ],
};

/** Forms of anybody who is signed in, and the beginnings of those for developers. Every other form is for owners. */
const FORMS_OF_VIEWERS: string[] = [
  ...[CONSOLE.join, CONSOLE.openWorkspace, CONSOLE.leave, CONSOLE.resign],
  ...[CONSOLE.privacy, CONSOLE.signOut, CONSOLE.signOutEverywhere],
];
const FORMS_OF_DEVELOPERS = [
  ...[CONSOLE.keys, CONSOLE.endConnection, CONSOLE.batches, CONSOLE.batchColumns, CONSOLE.batchEstimate],
  ...[CONSOLE.batchStart, CONSOLE.watches, CONSOLE.webhooks],
];

/** The role that a request to the console needs. Viewers read every page; the workspace's file is for owners. */
export function leastRole(method: string, path: string): Role {
  if (method !== "POST") return path === CONSOLE.workspaceFile ? "owner" : "viewer";
  if (FORMS_OF_VIEWERS.includes(path)) return "viewer";
  const isOfDevelopers = FORMS_OF_DEVELOPERS.some((start) => path === start || path.startsWith(`${start}/`));
  return isOfDevelopers && path !== CONSOLE.notMe ? "developer" : "owner";
}

/** One request of a signed-in person. */
export type Visit = PrivateVisit & { session: Session };

/** A page of the console, at `path`. The purchase form redirects to the payment provider, so its host is an allowed form target. */
export function consolePage({ c, session, token }: Visit, title: string, body: Child, path = c.req.path): string {
  const footer = (
    <>
      Signed in as {session.email}
      {session.workspace !== session.email && `, ${session.role} of the workspace of ${session.workspace}`}.{" "}
      <Form to={CONSOLE.signOut} isInline quiet="Sign out" />
    </>
  );
  const pays = path === CONSOLE.purchases && c.var.config.PAYMENTS === "stripe";
  const refusal = (action: string) => {
    const least = leastRole("POST", action);
    return hasRole(session, least) ? null : needs(least);
  };
  return privatePage(c, {
    title,
    body,
    token,
    refusal,
    navigation: NAVIGATION,
    current: path,
    footer,
    formTarget: pays ? "https://checkout.stripe.com" : undefined,
    flash: takeFlash(c),
    hasScript: true,
  });
}
