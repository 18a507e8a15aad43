import { CLAIM_LIFETIME_SECONDS, USER_CODE_DIGITS } from "../../config.ts";
import type { AppContext } from "../../http/app-env.ts";
import { page } from "../../http/pages/page.tsx";
import { PATHS } from "../../paths.ts";

/** What a person sees who opens `verification_uri`. */
export function verificationPage(c: AppContext) {
  const minutes = CLAIM_LIFETIME_SECONDS / 60;
  return page(
    c,
    "Your code",
    <>
      <p>
        A software agent has asked {c.var.config.SERVICE_NAME} for an API key in your name, and we have mailed you a
        code of {USER_CODE_DIGITS} digits.
      </p>
      <ol>
        <li>
          Open the mail from {c.var.config.SERVICE_NAME}. The code is good for {minutes} minutes and works once.
        </li>
        <li>
          If you started this, give the code to your agent, where you talk to it. There is nothing to type on this page.
        </li>
        <li>If you did not, share it with nobody and follow the link “This wasn't me” in the mail.</li>
      </ol>
    </>,
  );
}

/** "This wasn't me": opening the link changes nothing, because mail scanners open links; the button does. */
export function cancelPage(c: AppContext, state: "ask" | "done" | "unknown", token: string) {
  if (state === "done") {
    return page(
      c,
      "Stopped",
      <p>
        The request is dead. If a key or a sign-in had come of it in the last 24 hours, it no longer works. You need do
        nothing else.
      </p>,
    );
  }
  if (state === "unknown") {
    return page(
      c,
      "This link does not work",
      <p>The link is incomplete or older than a day. If you see calls you did not make, revoke the key.</p>,
    );
  }
  return page(
    c,
    "This wasn't me",
    <>
      <p>
        Somebody asked {c.var.config.SERVICE_NAME} for an API key, or to be signed in, with your address. If that was
        not you, stop it here.
      </p>
      <form method="post" action={PATHS.cancel}>
        <input type="hidden" name="t" value={token} />
        <button type="submit">Stop the request and what came of it</button>
      </form>
    </>,
  );
}
