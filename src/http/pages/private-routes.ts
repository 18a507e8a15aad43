import { Hono } from "hono";
import type { Child } from "hono/jsx";
import type { AppContext, AppEnv } from "../app-env.ts";
import { readPageForm } from "../body.ts";
import { putFlash, readGuardedForm } from "./browser-session.ts";
import type { Navigation } from "./page.tsx";
import { refusedForm } from "./refused-form.tsx";

type Sent = URLSearchParams | FormData;
/** A page in answer to a form, in place of the form's page. */
type Shown = { title: string; body: Child; status?: number };
/** What a form does. A text that it returns is shown in its page, after a redirect. */
export type Work<V, Form = URLSearchParams> = (visit: V, form: Form) => Promise<string | Response | Shown>;

/** A page of a signed-in person with its forms and files. */
export type Page<V> = {
  title: string;
  /** The text. `sent` is the form that was refused, when the page is shown again for it. */
  view(visit: V, sent?: Sent): Child | Promise<Child>;
  /** By their name below the page's path; without a name, at it. */
  forms?: Record<string, Work<V>>;
  /** Forms with files, which have a reader of their own. */
  uploads?: Record<string, Work<V, FormData>>;
  /** By what is appended to the page's path. */
  files?: Record<string, (visit: V) => Promise<Response>>;
};

/** One request of a signed-in person. `token` is the `formToken` of the session's `secret`. */
export type PrivateVisit = { c: AppContext; secret: string; token: string };

/** What a room frames. `current` is the path of the page, also when a form's path answers with it. */
export type Framed = { title: string; body: Child; current: string; navigation: Navigation };

type Room<V> = {
  /** The visit of a signed-in person, or null. Throws what the person may not do. */
  enter(c: AppContext): Promise<V | null>;
  signInPage(c: AppContext): string;
  frame(visit: V, page: Framed): string;
  label: string;
  /** By path. Those without a parameter are the navigation, in this order. */
  pages: Record<string, Page<V>>;
  readUpload?(c: AppContext): Promise<FormData>;
};

/** Routes of a room. Without a session a page asks to sign in, and a form or a file leads to its page. */
export function privateRoutes<V extends PrivateVisit>(room: Room<V>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const links = Object.entries(room.pages).map(([path, { title }]) => [path, title] as const);
  const navigation: Navigation = {
    label: room.label,
    isAside: true,
    links: links.filter(([path]) => !path.includes(":")),
  };
  for (const [path, { title, view, forms = {}, uploads = {}, files = {} }] of Object.entries(room.pages)) {
    const addressOf = (c: AppContext) => path.replace(":id", c.req.param("id") ?? "");
    const show = (visit: V, body: Child, heading = title) =>
      room.frame(visit, { title: heading, body, current: addressOf(visit.c), navigation });
    app.get(path, async (c) => {
      const visit = await room.enter(c);
      return c.html(visit ? show(visit, await view(visit)) : room.signInPage(c));
    });
    const take = <Form extends Sent>(name: string, work: Work<V, Form>, read: (c: AppContext) => Promise<Form>) => {
      app.post(name ? `${path}/${name}` : path, async (c) => {
        const visit = await room.enter(c);
        if (!visit) return c.redirect(addressOf(c), 303);
        const form = await readGuardedForm(c, visit.secret, read);
        try {
          const done = await work(visit, form);
          if (done instanceof Response) return done;
          if (typeof done === "string") return tell(c, addressOf(c), done);
          return c.html(show(visit, done.body, done.title), (done.status ?? 200) as 200);
        } catch (error) {
          return refusedForm(c, error, form, async (reason) => show(visit, [reason, await view(visit, form)]));
        }
      });
    };
    for (const [name, work] of Object.entries(forms)) take(name, work, (c) => readPageForm(c));
    const { readUpload } = room;
    if (readUpload) for (const [name, work] of Object.entries(uploads)) take(name, work, readUpload);
    for (const [name, serve] of Object.entries(files)) {
      app.get(path + name, async (c) => {
        const visit = await room.enter(c);
        return visit ? serve(visit) : c.redirect(addressOf(c), 303);
      });
    }
  }
  return app;
}

/** Redirects to `path`, which shows `text` once. */
export function tell(c: AppContext, path: string, text: string): Response {
  putFlash(c, text);
  return c.redirect(path, 303);
}
