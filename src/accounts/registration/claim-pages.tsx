import { CLAIM_LIFETIME_SECONDS, USER_CODE_DIGITS } from "../../config.ts";
import type { AppContext } from "../../http/app-env.ts";
import { LocalMail } from "../../http/pages/local-mail.tsx";
import { page } from "../../http/pages/page.tsx";
import { PATHS } from "../../paths.ts";

/** The page at `verification_uri`. */
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
          Open the mail from {c.var.config.SERVICE_NAME}. The code is valid for {minutes} minutes and works once.
        </li>
        <li>
          If you started this, give the code to your agent, where you talk to it. There is nothing to type on this page.
        </li>
        <li>If you did not, share it with nobody and follow the link “This wasn't me” in the mail.</li>
      </ol>
      <LocalMail c={c} />
    </>,
  );
}

/** "This wasn't me": only the button has an effect, because mail scanners open links. */
export function cancelPage(c: AppContext, state: "ask" | "done" | "unknown", token: string) {
  if (state === "done") {
    return page(
      c,
      "Cancelled",
      <p>
        The request is cancelled. If it led to an API key or a sign-in, that no longer works, and neither do the keys
        created and the connections allowed with it. After a sign-in, all webhook endpoints of the workspace are
        disabled: verify your own again in the console.
      </p>,
    );
  }
  if (state === "unknown") {
    return page(
      c,
      "This link does not work",
      <p>
        The link is incomplete or older than a day. If you see calls you did not make, sign in to the{" "}
        <a href={PATHS.console}>console</a> and revoke the keys.
      </p>,
    );
  }
  return page(
    c,
    "This wasn't me",
    <>
      <p>
        Somebody asked {c.var.config.SERVICE_NAME} for an API key, or to sign in, with your address. If that was not
        you, cancel it here: the request, the key or sign-in it led to, and everything created with that.
      </p>
      <form method="post" action={PATHS.cancel}>
        <input type="hidden" name="t" value={token} />
        <button type="submit">Cancel the request and everything it led to</button>
      </form>
    </>,
  );
}
