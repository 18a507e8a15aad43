/** What the console's routes share: they need a signed-in person, and a form from a page of this session. */
import type { Child } from "hono/jsx";
import { currentSession, signInPage, signInUrl } from "../accounts/sign-in/sign-in-routes.tsx";
import { BATCH_BODY_BYTES } from "../constants.ts";
import type { AppContext } from "../http/app-env.ts";
import { readMultipart } from "../http/body.ts";
import { formToken, readGuardedForm } from "../http/pages/browser-session.ts";
import { putFlash } from "../http/pages/flash.ts";
import { refusedForm } from "../http/pages/refused-form.tsx";
import { PATHS } from "../paths.ts";
import { CONSOLE, consolePage, type FormPage, type Visit } from "./console-page.tsx";

type Handler = (c: AppContext) => Promise<Response>;
export type Work<Form = URLSearchParams> = (visit: Visit, form: Form) => Promise<Response>;

/** A page for a signed-in person; others are asked to sign in and return to it. */
export function show(title: string, view: (visit: Visit) => Promise<Child>): Handler {
  return async (c) => {
    const current = await currentSession(c);
    const { pathname, search } = new URL(c.req.url);
    if (!current) return c.html(signInPage(c, pathname + search));
    const visit = await visitOf(c, current);
    return c.html(consolePage(visit, title, await view(visit)));
  };
}

/** Handles a form. Its token must belong to this session. With `page` a refusal is shown there, and the form as it was sent. */
export function act(work: Work, page?: FormPage): Handler {
  return async (c) => {
    const current = await currentSession(c);
    if (!current) return c.redirect(signInUrl(PATHS.console), 303);
    const form = await readGuardedForm(c, current.id);
    const visit = await visitOf(c, current);
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
    const current = await currentSession(c);
    if (!current) return c.redirect(signInUrl(CONSOLE.batches), 303);
    const form = await readGuardedForm(c, current.id, (sent) => readMultipart(sent, 2 * BATCH_BODY_BYTES));
    return work(await visitOf(c, current), form);
  };
}

/** A file for a signed-in person. Others sign in first, and then see the page that links to it. */
export function download(serve: (visit: Visit) => Promise<Response>): Handler {
  return async (c) => {
    const current = await currentSession(c);
    if (current) return serve(await visitOf(c, current));
    return c.redirect(signInUrl(c.req.path.replace(/(?:\/(?:results|unanswered))?\.(?:csv|jsonl)$/, "")), 303);
  };
}

/** Redirects after every form, so that a reload does not send it again, and shows what it did. */
export function done(c: AppContext, path: string, text: string): Response {
  putFlash(c, text);
  return c.redirect(path, 303);
}

async function visitOf(c: AppContext, { id, session }: { id: string; session: Visit["session"] }): Promise<Visit> {
  return { c, session, token: await formToken(c.var.config, id) };
}
