/** What the console's routes share: they need a signed-in person, and a form from a page of this session. */
import type { Child } from "hono/jsx";
import { hasRole, needs, requireRole } from "../accounts/keys/sessions.ts";
import { currentSession, signInPage, signInUrl } from "../accounts/sign-in/sign-in-routes.tsx";
import { BATCH_BODY_BYTES } from "../constants.ts";
import type { AppContext } from "../http/app-env.ts";
import { readMultipart } from "../http/body.ts";
import { formToken, readGuardedForm } from "../http/pages/browser-session.ts";
import { putFlash } from "../http/pages/flash.ts";
import { refusedForm } from "../http/pages/refused-form.tsx";
import { PATHS } from "../paths.ts";
import { CONSOLE, consolePage, type FormPage, leastRole, type Visit } from "./console-page.tsx";

type Handler = (c: AppContext) => Promise<Response>;
export type Work<Form = URLSearchParams> = (visit: Visit, form: Form) => Promise<Response>;

/** A page for a signed-in person; others are asked to sign in and return to it. */
export function show(title: string, view: (visit: Visit) => Promise<Child>): Handler {
  return async (c) => {
    const visit = await enter(c);
    const { pathname, search } = new URL(c.req.url);
    if (!visit) return c.html(signInPage(c, pathname + search));
    return withoutForms(await c.html(consolePage(visit, title, await view(visit))), visit);
  };
}

/** The page with a sentence in place of each form that the person's role may not send. */
function withoutForms(page: Response, { session }: Visit): Response {
  if (session.role === "owner") return page;
  const replace = {
    element(form: Element) {
      const least = leastRole("POST", (form.getAttribute("action") ?? "").replace(/\?.*/, ""));
      if (!hasRole(session, least)) form.replace(`<p class="hint">${needs(least)}</p>`, { html: true });
    },
  };
  return new HTMLRewriter().on('form[method="post"]', replace).transform(page);
}

/** Handles a form. Its token must belong to this session. With `page` a refusal is shown there, and the form as it was sent. */
export function act(work: Work, page?: FormPage): Handler {
  return async (c) => {
    const visit = await enter(c);
    if (!visit) return c.redirect(signInUrl(PATHS.console), 303);
    const form = await readGuardedForm(c, visit.id);
    if (!page) return work(visit, form);
    return work(visit, form).catch((error: unknown) =>
      refusedForm(c, error, form, async (reason) =>
        consolePage(visit, page.title, [reason, await page.view(visit)], page.path),
      ),
    );
  };
}

/** Handles a form, then shows at `path` what it did. */
export function tell(path: string, work: (visit: Visit, form: URLSearchParams) => Promise<string>, page?: FormPage) {
  return act(async (visit, form) => done(visit.c, path, await work(visit, form)), page);
}

/** As {@link act} for a form that carries a list, whose size may double because browsers send line breaks as CR LF. */
export function takeList(work: Work<FormData>): Handler {
  return async (c) => {
    const visit = await enter(c);
    if (!visit) return c.redirect(signInUrl(CONSOLE.batches), 303);
    return work(visit, await readGuardedForm(c, visit.id, (sent) => readMultipart(sent, 2 * BATCH_BODY_BYTES)));
  };
}

/** A file for a signed-in person. Others sign in first, and then see the page that links to it. */
export function download(serve: (visit: Visit) => Promise<Response>): Handler {
  return async (c) => {
    const visit = await enter(c);
    if (visit) return serve(visit);
    return c.redirect(signInUrl(c.req.path.replace(/(?:\/(?:results|unanswered))?\.(?:csv|jsonl)$/, "")), 303);
  };
}

/** Redirects after every form, so that a reload does not send it again, and shows what it did. */
export function done(c: AppContext, path: string, text: string): Response {
  putFlash(c, text);
  return c.redirect(path, 303);
}

/** The visit of a signed-in person; null without a session. Throws `forbidden_role`. */
async function enter(c: AppContext): Promise<(Visit & { id: string }) | null> {
  const current = await currentSession(c);
  if (!current) return null;
  requireRole(current.session, leastRole(c.req.method, c.req.path));
  return { c, ...current, token: await formToken(c.var.config, current.id) };
}
