import { CLAIM_LIFETIME_SECONDS, USER_CODE_DIGITS } from "../../constants.ts";
import type { AppContext } from "../../http/app-env.ts";
import { LocalMail } from "../../http/pages/local-mail.tsx";
import { privatePage } from "../../http/pages/private-page.tsx";

/** The page at `verification_uri`. */
export function verificationPage(c: AppContext) {
  const minutes = CLAIM_LIFETIME_SECONDS / 60;
  const body = (
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
        <li>If you did not, do not share it, and follow the link “This wasn't me” in the mail.</li>
      </ol>
      <LocalMail c={c} />
    </>
  );
  return privatePage(c, { title: "Your code", body });
}
