import { Hono } from "hono";
import type { Child } from "hono/jsx";
import { CLAIM_LIFETIME_SECONDS, SESSION_LIFETIME_SECONDS, USER_CODE_DIGITS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { type AppContext, type AppEnv, clientOf } from "../../http/app-env.ts";
import { readAddress } from "../../http/asserted-address.ts";
import { readForm } from "../../http/body.ts";
import {
  dropCookie,
  formToken,
  putCookie,
  readCookie,
  readGuardedForm,
  refuseForeignForm,
} from "../../http/pages/browser-session.ts";
import { LocalMail } from "../../http/pages/local-mail.tsx";
import { Alert, Field, Form, privatePage } from "../../http/pages/private-page.tsx";
import { refusedForm } from "../../http/pages/refused-form.tsx";
import { PATHS } from "../../paths.ts";
import { shieldRead } from "../../platform/limits/limits.ts";
import { endSession, readSession, type Session, verifySessionId } from "../keys/sessions.ts";
import { presentClaim } from "../registration/claims.ts";
import { openSession } from "../registration/exchange-claim.ts";
import { openClaim } from "../registration/register.ts";
import { readUserCode, tryCode } from "../registration/try-code.ts";

/** Where a form sends an address and the page to go on with. */
export const SIGN_IN = `${PATHS.console}/sign-in`;
const CODE = `${SIGN_IN}/code`;
const SESSION_COOKIE = "session";
/** The claim that this browser waits for: a code works only in the browser that requested it. */
const CLAIM_COOKIE = "sign_in";
/** The address that the code was mailed to, shown so that typing errors are noticed. Unverified, for display only. */
const ADDRESS_COOKIE = "sign_in_address";

/** The browser's session; null if there is none or it has ended. */
export async function currentSession(c: AppContext): Promise<{ id: string; session: Session } | null> {
  const id = readCookie(c, SESSION_COOKIE);
  // Anyone can write a cookie; a forged one is refused without a query.
  if (!id || !(await verifySessionId(c.var.config, id))) return null;
  await shieldRead(c.env, clientOf(c).ip);
  const session = await readSession(c.env.DB, id);
  return session && { id, session };
}

export function forgetSession(c: AppContext): void {
  dropCookie(c, SESSION_COOKIE);
}

/** Sign-in by mailed code: an address, then the code, then a redirect to the requested page. */
export const consoleSignIn = new Hono<AppEnv>()
  .get(SIGN_IN, async (c) => {
    const next = nextOf(c, c.req.query("next"));
    return (await currentSession(c)) ? c.redirect(next, 303) : c.html(signInPage(c, next));
  })
  .post(SIGN_IN, async (c) => {
    refuseForeignForm(c);
    const form = await readForm(c);
    const next = nextOf(c, form.get("next"));
    try {
      const email = readAddress(form.get("email"), "email");
      const request = { purpose: "console", email, anonymous: null, baseUrl: c.var.baseUrl } as const;
      const claim = await openClaim(c.env, c.var.config, { ...request, client: clientOf(c) });
      const life = { maxAge: CLAIM_LIFETIME_SECONDS, sameSite: "Strict" } as const;
      putCookie(c, CLAIM_COOKIE, claim.token, life);
      putCookie(c, ADDRESS_COOKIE, email, life);
      return c.redirect(`${CODE}?${new URLSearchParams({ next })}`, 303);
    } catch (error) {
      return refusedForm(c, error, form, (reason) => signInPage(c, next, reason));
    }
  })
  .get(CODE, async (c) => {
    const claimToken = readCookie(c, CLAIM_COOKIE);
    if (!claimToken) return c.redirect(SIGN_IN, 303);
    return c.html(await codePage(c, claimToken, nextOf(c, c.req.query("next"))));
  })
  .post(CODE, async (c) => {
    const claimToken = readCookie(c, CLAIM_COOKIE);
    if (!claimToken) return c.redirect(SIGN_IN, 303);
    const form = await readGuardedForm(c, claimToken, readForm);
    const next = nextOf(c, form.get("next"));
    try {
      const claim = await presentClaim(c.var.config, claimToken, "console");
      await tryCode(c.env, c.var.config, claim, readUserCode(form.get("code")?.replace(/\s/g, ""), "code"));
      // Always a new id, never one sent by the browser, so that a planted cookie is useless (OWASP ASVS 5.0, 7.2.4).
      const id = await openSession(c.env, c.var.config, claim, clientOf(c));
      const before = await currentSession(c);
      if (before) await endSession(c.env.DB, before.session);
      dropCookie(c, CLAIM_COOKIE);
      dropCookie(c, ADDRESS_COOKIE);
      putCookie(c, SESSION_COOKIE, id, { maxAge: SESSION_LIFETIME_SECONDS, sameSite: "Lax" });
      return c.redirect(next, 303);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      for (const [name, value] of Object.entries(error.allHeaders())) c.header(name, value);
      return c.html(await codePage(c, claimToken, next, error), error.status as 400);
    }
  });

/** Redirects only to our own paths that need a session: anything else would be an open redirect. */
function nextOf(c: AppContext, asked: string | null | undefined): string {
  const own = new URL(c.req.url).origin;
  const target = URL.parse(asked ?? "", own);
  if (!target || target.origin !== own || !/^\/(console|oauth)(\/|$)/.test(target.pathname)) return PATHS.console;
  return `${target.pathname}${target.search}`;
}

/** The page that asks for an address; after sign-in it redirects to `next`, one of our own paths. */
export function signInPage(c: AppContext, next: string, reason?: Child): string {
  const name = c.var.config.SERVICE_NAME;
  return privatePage(c, {
    title: "Sign in",
    body: (
      <>
        {reason}
        <p>
          {next.startsWith(PATHS.authorize)
            ? `An application wants to connect to ${name}. Sign in to see what it asks for.`
            : `See what your agents do with ${name}, and stop them.`}{" "}
          We mail you a code; there is no password.
        </p>
        <form method="post" action={SIGN_IN}>
          <input type="hidden" name="next" value={next} />
          <Field id="email" label="Email address" type="email" required maxlength={254} autocomplete="email" />
          <button type="submit">Mail me a code</button>
        </form>
        <p class="hint">
          An address that is new here gets a workspace when its code is entered. If an agent registered with your
          address, it is in that workspace.
        </p>
      </>
    ),
  });
}

async function codePage(c: AppContext, claimToken: string, next: string, error?: AppError): Promise<string> {
  const isDead = error !== undefined && isOver(error);
  return privatePage(c, {
    title: "Enter the code",
    token: await formToken(c.var.config, claimToken),
    body: (
      <>
        {error && <Alert id="problem">{problemOf(error)}</Alert>}
        {!isDead && (
          <>
            <p>
              We have mailed {USER_CODE_DIGITS} digits to {readCookie(c, ADDRESS_COOKIE) ?? "you"}. They work for{" "}
              {CLAIM_LIFETIME_SECONDS / 60} minutes, in this browser only.
            </p>
            <LocalMail c={c} />
            <Form to={CODE} submit="Sign in" hidden={{ next }}>
              <Field
                id="code"
                label="Code"
                class="code"
                required
                autofocus
                inputmode="numeric"
                autocomplete="one-time-code"
                pattern={`\\s*([0-9]\\s*){${USER_CODE_DIGITS}}`}
                title={`${USER_CODE_DIGITS} digits`}
                aria-describedby={error && "problem"}
              />
            </Form>
          </>
        )}
        <p>
          <a href={`${SIGN_IN}?${new URLSearchParams({ next })}`}>
            {isDead ? "Ask for a new code" : "No mail, or another address? Ask again"}
          </a>
        </p>
      </>
    ),
  });
}

function isOver(error: AppError): boolean {
  return (
    ["invalid_grant", "claim_expired", "invalid_claim_token"].includes(error.code) && !error.fields.attempts_remaining
  );
}

/** The details of claim errors are written for agents, so people get these. */
function problemOf(error: AppError): string {
  if (isOver(error)) return "This code no longer works.";
  const left = error.fields.attempts_remaining;
  if (left) return `Wrong code. ${left === 1 ? "One try is" : `${left} tries are`} left.`;
  return error.detail;
}
