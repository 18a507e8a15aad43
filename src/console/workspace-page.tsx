import type { Child } from "hono/jsx";
import { isFirstOwner } from "../accounts/members/members.ts";
import { forgetSession, SIGN_IN } from "../accounts/sign-in/sign-in-routes.tsx";
import { FRESH_SIGN_IN_MS, finishClosing, startClosing } from "../closing/close-workspace.ts";
import { type LastStatement, linesOf } from "../closing/closing-entry.ts";
import { invalidRequest } from "../errors.ts";
import type { AppContext } from "../http/app-env.ts";
import { numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Field, Form, privatePage } from "../http/pages/private-page.tsx";
import { getAccountStatement } from "../ledger/account.ts";
import { formatCount } from "../lib/numbers.ts";
import { MINUTE_MS } from "../lib/time.ts";
import { readAggregate, sql } from "../platform/database.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";
import { exportWorkspace } from "./workspace-file.ts";

const CLOSING_ROUNDS = 10;
const CLOSING_WAIT_MS = 300;

const DELETION_PHRASE = "delete this workspace";

const RUNNING = `SELECT (SELECT count(*) FROM batches WHERE organisation_id = @id AND state <> 'ended') AS batches,
  (SELECT count(*) FROM watches WHERE organisation_id = @id AND state = 'active') AS watches,
  (SELECT count(*) FROM auto_reloads WHERE organisation_id = @id) AS reloads,
  (SELECT count(*) FROM wallets WHERE organisation_id = @id AND is_linked = 1) AS wallets,
  (SELECT count(*) FROM purchases WHERE organisation_id = @id AND state = 'pending') AS purchases`;
type Running = { batches: number; watches: number; reloads: number; wallets: number; purchases: number };

async function workspacePage({ c, session }: Visit) {
  const isFresh = Date.now() - session.createdAt < FRESH_SIGN_IN_MS;
  const consequences = await listConsequences(c.env, session.organisationId);
  return (
    <>
      <h2>Download everything</h2>
      <p>
        One JSON object a line: keys without their secrets, connections, calls, ledger, purchases, batches, watches,
        webhooks. The last line is a statement that adds up. Results of batches are files of their own on{" "}
        <a href={CONSOLE.batches}>their pages</a>.
      </p>
      <p>
        <a href={`${CONSOLE.workspace}.jsonl`} download>
          Download workspace.jsonl
        </a>
      </p>
      <h2>Delete the workspace</h2>
      <ul>
        {consequences.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      {!isFirstOwner(session) ? (
        <p>Only {session.workspace}, the first owner, can delete it.</p>
      ) : isFresh ? (
        <Form to="delete" danger="Delete the workspace">
          <Field id="phrase" label={`Type “${DELETION_PHRASE}”`} required autocomplete="off" />
        </Form>
      ) : (
        <>
          <p>
            To delete the workspace, first sign in again with a new code mailed to {session.email}. You then have{" "}
            {FRESH_SIGN_IN_MS / MINUTE_MS} minutes.
          </p>
          <Form to={SIGN_IN} hidden={{ next: CONSOLE.workspace, email: session.email }} submit="Mail me a code" />
        </>
      )}
    </>
  );
}

async function listConsequences(env: Env, id: string): Promise<Child[]> {
  const [account, running] = await Promise.all([
    getAccountStatement(env, id),
    readAggregate<Running>(sql(env.DB, RUNNING, { id })),
  ]);
  const lines: (Child | false)[] = [
    <>
      <Tokens of={account?.available ?? 0} /> are left. They expire; nothing is paid back automatically. For a refund,
      ask the operator first.
    </>,
    "Keys, connections and sign-ins end at once. Calls that are running may finish and are charged.",
    running.batches > 0 && `${formatCount(running.batches)} batches stop; their lists and results are deleted.`,
    running.watches > 0 && `${formatCount(running.watches)} watches end; withheld events are not charged.`,
    running.reloads > 0 && "Auto-reload is switched off. A charge that is under way still arrives and then expires.",
    running.wallets > 0 && "Linked wallets are unlinked; their next payment without a key makes an account of its own.",
    running.purchases > 0 && "Do not pay checkouts that are still open: their tokens could not be used.",
    "Amounts and times of payments stay with the operator, without your address. All else is deleted.",
    "The last statement is shown here and mailed to you.",
  ];
  return lines.filter((line) => line !== false);
}

/** The answer to the deletion: the last statement, or that it follows by mail. */
function deletedPage(c: AppContext, email: string, statement: LastStatement | null): string {
  const body = statement ? (
    <>
      <p>The workspace is deleted. No call is charged after this statement, which is also mailed to {email}.</p>
      <Records columns={["What", ...numbers("Tokens")]} rows={linesOf(statement)} />
    </>
  ) : (
    <p>
      Access has ended, and nothing new can be charged. Calls or payments that were running are finishing; then the rest
      is deleted, and the last statement is mailed to {email}, usually within minutes.
    </p>
  );
  return privatePage(c, { title: statement ? "Deleted" : "Being deleted", body });
}

/** The last statement if calls that are running end soon. What this does not finish, the cron does. */
async function closeNow(c: AppContext, organisationId: string): Promise<LastStatement | null> {
  for (let round = 0; round < CLOSING_ROUNDS; round++) {
    const statement = await finishClosing(c.env, c.var.config, organisationId).catch(() => null);
    if (statement) return statement;
    await scheduler.wait(CLOSING_WAIT_MS);
  }
  return null;
}

export const workspace: ConsolePage = {
  title: "Workspace",
  view: workspacePage,
  files: { ".jsonl": exportWorkspace },
  forms: {
    async delete({ c, session }, form) {
      if (form.get("phrase")?.trim().toLowerCase() !== DELETION_PHRASE) {
        throw invalidRequest(`Type “${DELETION_PHRASE}”. Nothing was deleted.`);
      }
      if (!(await startClosing(c.env, session)))
        return "Nothing was deleted: the first owner does it, with a new sign-in.";
      forgetSession(c);
      return c.html(deletedPage(c, session.email, await closeNow(c, session.organisationId)));
    },
  },
};
