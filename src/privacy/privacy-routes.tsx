import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { type AppContext, type AppEnv, clientOf } from "../http/app-env.ts";
import { readForm } from "../http/body.ts";
import { Choice, Field, privatePage } from "../http/pages/private-page.tsx";
import { refusedForm } from "../http/pages/refused-form.tsx";
import { prose } from "../lib/words.ts";
import { PATHS, twinOf } from "../paths.ts";
import { privacyController, privacyIntroduction, readPrivacyForm, WISHES, wishOf } from "./form.ts";
import { openPrivacyRequest, readPrivacyRequest } from "./records.ts";
import { type Fulfilled, fulfilPrivacyRequest, isProved } from "./requests.ts";

/** People's requests about their own data: only a link mailed to them has an effect (docs/contract.md, section 7). */
export const privacy = new Hono<AppEnv>()
  .get(PATHS.privacy, (c) => c.html(formPage(c)))
  .post(PATHS.privacy, async (c) => {
    const form = await readForm(c);
    try {
      const request = readPrivacyForm(Object.fromEntries(form));
      const { ip } = clientOf(c);
      await openPrivacyRequest(c.env, c.var.config, { request, ip, baseUrl: c.var.baseUrl });
      const body = (
        <p>
          A mail with a link is on its way to {request.email}. Follow the link to confirm. If none arrives within a few
          minutes, look into the spam folder.
        </p>
      );
      return c.html(privatePage(c, { title: "Look into your mailbox", body }));
    } catch (error) {
      return refusedForm(c, error, form, (reason) => formPage(c, reason));
    }
  })
  .get(PATHS.privacyConfirmation, async (c) => {
    const token = c.req.query("t") ?? "";
    const request = await readPrivacyRequest(c.env, c.var.config, token);
    if (!request) return c.html(deadPage(c), 400);
    // Mail scanners open links, so only the button has an effect.
    const body = (
      <>
        <p>You asked {wishOf(request)}.</p>
        <form method="post" action={PATHS.privacyConfirmation}>
          <input type="hidden" name="t" value={token} />
          <button type="submit">{request.type === "access" ? "Show me my data" : "Delete my data"}</button>
        </form>
      </>
    );
    return c.html(privatePage(c, { title: "Please confirm", body }));
  })
  .post(PATHS.privacyConfirmation, async (c) => {
    const done = await fulfilPrivacyRequest(c.env, c.var.config, (await readForm(c)).get("t") ?? "");
    return done ? c.html(donePage(c, done)) : c.html(deadPage(c), 400);
  });

function formPage(c: AppContext, reason?: Child): string {
  c.header("Link", `<${twinOf(PATHS.privacy)}>; rel="alternate"; type="text/markdown"`);
  const body = (
    <>
      {reason}
      <p>{privacyIntroduction(c.var)}</p>
      <p>{privacyController(c.var)}</p>
      <form method="post" action={PATHS.privacy}>
        <Choice id="type" label="What you want" options={Object.entries(WISHES)} />
        <Field id="email" label="Your email address" type="email" autocomplete="email" required maxlength={254} />
        <p>What is stored without your address is found by your name at a company. Give both, or leave both out.</p>
        <Field id="name" label="Your full name" autocomplete="name" maxlength={100} />
        <Field id="domain" label="Web domain of the company" placeholder="acme.com" maxlength={253} />
        <p>
          <button type="submit">Send me the link</button>
        </p>
      </form>
    </>
  );
  return privatePage(c, { title: "Your data", body, path: PATHS.privacy });
}

function deadPage(c: AppContext): string {
  const body = (
    <p>
      The link is incomplete, has expired or has been used. You can <a href={PATHS.privacy}>ask again</a>.
    </p>
  );
  return privatePage(c, { title: "This link does not work", body });
}

const DELETED = "What was stored about you is deleted.";
const DELETED_UNPROVED = prose`What was stored with your address is deleted. This address does not prove that you are the person of that
  name, so rows under the name alone are not deleted; they are not shown.`;

function donePage(c: AppContext, { request, data }: Fulfilled): string {
  if (!data) {
    const body = (
      <p>
        No source shows you any more, and no answer names you. {isProved(request) ? DELETED : DELETED_UNPROVED} Only
        codes that cannot be read back are kept of your address and your name. Answers that were given before are not
        called back; copies kept for repeated requests that name you are not shown again and are gone within 24 hours.
        If you have an account here, it is not touched.
      </p>
    );
    return privatePage(c, { title: "Done", body });
  }
  const body = (
    <>
      <p>
        This is everything that is stored about you, with where it comes from and when it is deleted.{" "}
        <a href={PATHS.privacy}>Have it deleted</a>.
      </p>
      <pre>{JSON.stringify(data, null, 2)}</pre>
    </>
  );
  return privatePage(c, { title: "Your data", body, isWide: true });
}
