import type { Child } from "hono/jsx";
import { takeFlash } from "../http/pages/flash.ts";
import type { Navigation } from "../http/pages/page.tsx";
import { Form, privatePage } from "../http/pages/private-page.tsx";
import type { PrivateVisit } from "../http/pages/private-routes.ts";
import { PATHS } from "../paths.ts";

/** Paths of the operator's pages and forms; `/admin/directory` and `/admin/reddit` are for programs. */
export const OPERATOR = {
  today: PATHS.admin,
  organisations: `${PATHS.admin}/organisations`,
  organisation: `${PATHS.admin}/organisations/:id`,
  grants: `${PATHS.admin}/organisations/:id/grants`,
  plan: `${PATHS.admin}/organisations/:id/plan`,
  block: `${PATHS.admin}/organisations/:id/block`,
  unblock: `${PATHS.admin}/organisations/:id/unblock`,
  revokeKeys: `${PATHS.admin}/organisations/:id/revoke-keys`,
  calls: `${PATHS.admin}/calls`,
  call: `${PATHS.admin}/calls/:id`,
  ledger: `${PATHS.admin}/ledger`,
  tools: `${PATHS.admin}/tools`,
  sources: `${PATHS.admin}/sources`,
  payments: `${PATHS.admin}/payments`,
  queues: `${PATHS.admin}/queues`,
  index: PATHS.searchIndex,
  imports: `${PATHS.admin}/imports`,
  privacy: `${PATHS.admin}/privacy`,
  signIn: `${PATHS.admin}/sign-in`,
  signOut: `${PATHS.admin}/sign-out`,
} as const;

export function organisationPath(id: string): string {
  return OPERATOR.organisation.replace(":id", id);
}

const NAVIGATION: Navigation = {
  label: "Operator",
  isAside: true,
  links: [
    [OPERATOR.today, "Today"],
    [OPERATOR.organisations, "Organisations"],
    [OPERATOR.calls, "Calls"],
    [OPERATOR.ledger, "Ledger"],
    [OPERATOR.tools, "Tools and prices"],
    [OPERATOR.sources, "Sources"],
    [OPERATOR.payments, "Payments by wallets"],
    [OPERATOR.queues, "Queues"],
    [OPERATOR.index, "Search index"],
    [OPERATOR.imports, "Imports"],
    [OPERATOR.privacy, "Privacy requests"],
  ],
};

export function operatorPage({ c, token }: PrivateVisit, title: string, body: Child, path: string): string {
  const footer = <Form to={OPERATOR.signOut} isInline quiet="Sign out" />;
  return privatePage(c, {
    title,
    body,
    navigation: NAVIGATION,
    token,
    current: path,
    footer,
    flash: takeFlash(c),
  });
}
