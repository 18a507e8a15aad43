import { hasRole, needs, type Session } from "../accounts/keys/sessions.ts";
import type { Role } from "../constants.ts";
import { takeFlash } from "../http/pages/browser-session.ts";
import { Form, privatePage } from "../http/pages/private-page.tsx";
import type { Framed, Page, PrivateVisit } from "../http/pages/private-routes.ts";
import { PATHS } from "../paths.ts";

/** Where the console's pages are. */
export const CONSOLE = {
  overview: PATHS.console,
  keys: `${PATHS.console}/keys`,
  connections: `${PATHS.console}/connections`,
  calls: `${PATHS.console}/calls`,
  call: `${PATHS.console}/calls/:id`,
  transactions: `${PATHS.console}/transactions`,
  purchases: PATHS.consolePurchases,
  search: PATHS.consoleSearch,
  batches: PATHS.consoleBatches,
  batch: `${PATHS.consoleBatches}/:id`,
  watches: PATHS.consoleWatches,
  watch: `${PATHS.consoleWatches}/:id`,
  webhooks: PATHS.consoleWebhooks,
  webhook: `${PATHS.consoleWebhooks}/:id`,
  members: PATHS.consoleMembers,
  workspace: `${PATHS.console}/workspace`,
  privacy: `${PATHS.console}/privacy`,
} as const;

/** On every page, for anybody who is signed in. */
export const SIGN_OUT = `${CONSOLE.overview}/sign-out`;
export const SIGN_OUT_EVERYWHERE = `${CONSOLE.overview}/sign-out-everywhere`;

/** Forms of anybody who is signed in, and the beginnings of those for developers. Every other form is for owners. */
const MEMBER_FORMS = ["join", "open", "leave", "resign"].map((name) => `${CONSOLE.members}/${name}`);
const FORMS_OF_VIEWERS: string[] = [...MEMBER_FORMS, CONSOLE.privacy, SIGN_OUT, SIGN_OUT_EVERYWHERE];
const { keys, batches, watches, webhooks } = CONSOLE;
const FORMS_OF_DEVELOPERS = [keys, `${CONSOLE.connections}/end`, batches, watches, webhooks];
const FORM_OF_OWNERS = `${CONSOLE.keys}/not-me`;

/** The role that a request to the console needs. Viewers read every page; the workspace's file is for owners. */
export function leastRole(method: string, path: string): Role {
  if (method !== "POST") return path === `${CONSOLE.workspace}.jsonl` ? "owner" : "viewer";
  if (FORMS_OF_VIEWERS.includes(path)) return "viewer";
  const isOfDevelopers = FORMS_OF_DEVELOPERS.some((start) => path === start || path.startsWith(`${start}/`));
  return isOfDevelopers && path !== FORM_OF_OWNERS ? "developer" : "owner";
}

/** One request of a signed-in person, and the workspace that their session shows. */
export type Visit = PrivateVisit & { env: Env; session: Session; organisationId: string };
export type ConsolePage = Page<Visit>;

/** The number in a field of a form; undefined when it is empty. */
export function numberOf(form: URLSearchParams, field: string): number | undefined {
  const text = form.get(field)?.trim();
  return text ? Number(text) : undefined;
}

/** A page of the console. The purchase form redirects to the payment provider, so its host is an allowed form target. */
export function consolePage({ c, session, token }: Visit, page: Framed): string {
  const footer = (
    <>
      Signed in as {session.email}
      {session.workspace !== session.email && `, ${session.role} of the workspace of ${session.workspace}`}.{" "}
      <Form to={SIGN_OUT} isInline quiet="Sign out" />
    </>
  );
  const pays = page.current === CONSOLE.purchases && c.var.config.PAYMENTS === "stripe";
  const refusal = (action: string) => {
    const least = leastRole("POST", action);
    return hasRole(session, least) ? null : needs(least);
  };
  return privatePage(c, {
    ...page,
    token,
    refusal,
    footer,
    formTarget: pays ? "https://checkout.stripe.com" : undefined,
    flash: takeFlash(c),
    hasScript: true,
  });
}
