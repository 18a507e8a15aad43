import { isLoopback } from "../../lib/hosts.ts";
import { PATHS } from "../../paths.ts";
import type { AppContext } from "../app-env.ts";

/** Whether the service runs on the visitor's machine, as `npm start` does. */
export function isLocal(c: AppContext): boolean {
  return c.var.config.PAYMENTS === "test" && isLoopback(c.var.requestHost);
}

/** Link to the local mailbox, on pages that wait for a mailed code. Renders nothing on a real deployment. */
export function LocalMail({ c }: { c: AppContext }) {
  if (!isLocal(c)) return null;
  return (
    <p class="hint">
      This service runs on your machine and sends no mail. Read it at <a href={PATHS.localMail}>{PATHS.localMail}</a> or
      in the terminal of <code>npm start</code>.
    </p>
  );
}
