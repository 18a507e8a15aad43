import { takeFlash } from "../http/pages/browser-session.ts";
import { Form, privatePage } from "../http/pages/private-page.tsx";
import type { Framed, PrivateVisit } from "../http/pages/private-routes.ts";
import { PATHS } from "../paths.ts";

/** Paths of the operator's pages; `/admin/directory` and `/admin/reddit` are for programs. */
export const OPERATOR = {
  today: PATHS.admin,
  organisations: `${PATHS.admin}/organisations`,
  organisation: `${PATHS.admin}/organisations/:id`,
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
} as const;

export function organisationPath(id: string): string {
  return OPERATOR.organisation.replace(":id", id);
}

export function operatorPage({ c, token }: PrivateVisit, page: Framed): string {
  const footer = <Form to={`${PATHS.admin}/sign-out`} isInline quiet="Sign out" />;
  return privatePage(c, { ...page, token, footer, flash: takeFlash(c) });
}
