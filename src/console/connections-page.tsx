import { listConnections } from "../accounts/keys/connections.ts";
import { listKeys } from "../accounts/keys/manage-keys.ts";
import { placeOf } from "../accounts/oauth/clients.ts";
import { Records, Sure, Time } from "../http/pages/private-page.tsx";
import { recallAccount, refreshAccount } from "../ledger/account.ts";
import { readUsage } from "../ledger/history.ts";
import { PATHS } from "../paths.ts";
import { CONSOLE, DAYS, lastDays, type Visit } from "./console-page.tsx";

export async function connections({ c, session, token }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  // What calls have reserved of a cap goes back, so that the page shows what was spent.
  await recallAccount(c.env, id).catch(() => {});
  await refreshAccount(c.env, id);
  const [connected, used, keys] = await Promise.all([
    listConnections(DB, id),
    readUsage(DB, id, lastDays(), "key"),
    listKeys(DB, id),
  ]);
  // What no key paid was paid by access tokens, which are replaced every hour and not listed.
  const plain = new Set(keys.map((key) => key.id));
  const spent = used.reduce((sum, { key, tokens }) => (plain.has(key) ? sum : sum + tokens), 0);
  return (
    <>
      <p>
        Applications that you have let spend this workspace's tokens, by signing in from them. Names are what they call
        themselves. One that you disconnect is refused at once.
      </p>
      <p>
        To connect Claude, Cursor, VS Code or another MCP host, give it the address{" "}
        <code>{`${c.var.baseUrl}${PATHS.mcp}`}</code>. It sends you here to allow it.
      </p>
      {connected.length === 0 && <p>Nothing is connected.</p>}
      {spent > 0 && (
        <p>
          Connections have spent {spent} tokens in the last {DAYS} days.
        </p>
      )}
      <Records
        columns={["Application", "Leads back to", "Connected", "Last renewed", "Spent, tokens", "Stop it"]}
        rows={connected.map(({ id, clientName, redirectUri, cap, remaining, createdAt, refreshedAt }) => [
          <strong>{clientName}</strong>,
          placeOf(redirectUri),
          <Time at={createdAt} />,
          <Time at={refreshedAt ?? createdAt} />,
          cap === null ? "no cap" : `${cap - (remaining ?? 0)} of ${cap}`,
          <Sure ask="Disconnect" of={clientName} to={CONSOLE.endConnection} token={token}>
            <input type="hidden" name="id" value={id} />
            <button class="danger" type="submit">
              Disconnect for good
            </button>
          </Sure>,
        ])}
      />
    </>
  );
}
