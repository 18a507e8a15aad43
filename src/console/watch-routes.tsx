import { Hono } from "hono";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import type { AppEnv } from "../http/app-env.ts";
import { refusedForm } from "../http/pages/refused-form.tsx";
import { CONSOLE, consolePage } from "./console-page.tsx";
import { act, done, show, tell } from "./guards.ts";
import { readWatchForm } from "./watch-form.tsx";
import { watchPage } from "./watch-page.tsx";
import { watchesPage } from "./watch-pages.tsx";

const TITLE = "Watches";

const create = act(async (visit, form) => {
  const { c, session } = visit;
  try {
    const { id } = await callAsOwner(c, session, "create_watch", readWatchForm(form));
    return done(c, `${CONSOLE.watches}/${id}`, "The watch is made. Its first look is within a minute or so.");
  } catch (error) {
    return refusedForm(c, error, form, async (reason) =>
      consolePage(visit, TITLE, [reason, await watchesPage(visit, form.get("search"))]),
    );
  }
});
const change = tell(CONSOLE.watches, async ({ c, session }, form) => {
  const asked = { id: form.get("id"), status: form.get("status") };
  const { status } = await callAsOwner(c, session, "update_watch", asked);
  return status === "paused" ? "The watch is paused." : "The watch is resumed.";
});
const remove = tell(CONSOLE.watches, async ({ c, session }, form) => {
  await callAsOwner(c, session, "delete_watch", { id: form.get("id") });
  return "The watch is deleted.";
});

/** The console's watches: make, see, pause, delete. `POST` takes what `create_watch` takes; `search` is JSON. */
export function watches() {
  return new Hono<AppEnv>()
    .get(
      CONSOLE.watches,
      show(TITLE, (visit) => watchesPage(visit)),
    )
    .get(CONSOLE.watch, show("Watch", watchPage))
    .post(CONSOLE.watches, create)
    .post(CONSOLE.changeWatch, change)
    .post(CONSOLE.deleteWatch, remove);
}
