import { Hono } from "hono";
import type { Child } from "hono/jsx";
import type { AppContext, AppEnv } from "../app-env.ts";
import { readPageForm } from "../body.ts";
import { readGuardedForm } from "./browser-session.ts";
import { putFlash } from "./flash.ts";
import { refusedForm } from "./refused-form.tsx";

/** A page: its title and its text. `sent` is the form that was refused, when the page is shown again for it. */
export type Pages<V> = Record<string, [title: string, view: (visit: V, sent?: Sent) => Child | Promise<Child>]>;
type Sent = URLSearchParams | FormData;

/** The forms of a page, by path. A text that one returns is shown in the page, after a redirect. */
export type Forms<V, Form = URLSearchParams> = Record<string, Record<string, Work<V, Form>>>;
export type Work<V, Form = URLSearchParams> = (visit: V, form: Form) => Promise<string | Response>;

/** One request of a signed-in person. `token` is the `formToken` of the session's `secret`. */
export type PrivateVisit = { c: AppContext; secret: string; token: string };

/** Pages behind a session with their forms and files, each by path. */
type Room<V> = {
  /** The visit of a signed-in person, or null. Throws what the person may not do. */
  enter(c: AppContext): Promise<V | null>;
  signInPage(c: AppContext): string;
  frame(visit: V, title: string, body: Child, path: string): string;
  pages: Pages<V>;
  forms: Forms<V>;
  /** Forms with files, which have a reader of their own. */
  uploads?: Forms<V, FormData>;
  readUpload?(c: AppContext): Promise<FormData>;
  files?: Record<string, Record<string, (visit: V) => Promise<Response>>>;
};

/** Routes of a room. Without a session a page asks to sign in, and a form or a file leads to its page. */
export function privateRoutes<V extends PrivateVisit>(room: Room<V>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [path, [title, view]] of Object.entries(room.pages)) {
    app.get(path, async (c) => {
      const visit = await room.enter(c);
      return c.html(visit ? room.frame(visit, title, await view(visit), c.req.path) : room.signInPage(c));
    });
  }
  const take = <Form extends Sent>(forms: Forms<V, Form>, read: (c: AppContext) => Promise<Form>) => {
    for (const [page, path, work] of inPages(forms)) {
      app.post(path, async (c) => {
        const back = pathOf(page, c);
        const visit = await room.enter(c);
        if (!visit) return c.redirect(back, 303);
        const form = await readGuardedForm(c, visit.secret, read);
        try {
          const done = await work(visit, form);
          return typeof done === "string" ? tell(c, back, done) : done;
        } catch (error) {
          const [title, view] = room.pages[page] as Pages<V>[string];
          return refusedForm(c, error, form, async (reason) =>
            room.frame(visit, title, [reason, await view(visit, form)], back),
          );
        }
      });
    }
  };
  take(room.forms, (c) => readPageForm(c));
  if (room.uploads && room.readUpload) take(room.uploads, room.readUpload);
  for (const [page, path, serve] of inPages(room.files ?? {})) {
    app.get(path, async (c) => {
      const visit = await room.enter(c);
      return visit ? serve(visit) : c.redirect(pathOf(page, c), 303);
    });
  }
  return app;
}

/** Redirects to `path`, which shows `text` once. */
export function tell(c: AppContext, path: string, text: string): Response {
  putFlash(c, text);
  return c.redirect(path, 303);
}

function inPages<T>(all: Record<string, Record<string, T>>): [page: string, path: string, entry: T][] {
  return Object.entries(all).flatMap(([page, own]) =>
    Object.entries(own).map(([path, entry]): [string, string, T] => [page, path, entry]),
  );
}

function pathOf(page: string, c: AppContext): string {
  return page.replace(":id", c.req.param("id") ?? "");
}
