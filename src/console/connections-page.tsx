import { listConnections } from "../accounts/keys/connections.ts";
import { listWallets } from "../accounts/keys/wallet-links.ts";
import { placeOf } from "../accounts/oauth/clients.ts";
import { Tokens } from "../http/pages/figures.tsx";
import { Sure, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { recallAccount, refreshAccount } from "../ledger/account.ts";
import { payerOf } from "../ledger/payer.ts";
import { readUsage } from "../ledger/usage.ts";
import { formatCount } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { DAYS, lastDays } from "./period.ts";

export async function connectionsPage({ c, session, token }: Visit) {
  const { DB } = c.env;
  const id = session.organisationId;
  // Return unspent reservations of caps, so that the page shows real spending.
  await recallAccount(c.env, id).catch(() => {});
  await refreshAccount(c.env, id);
  const [connected, used, wallets] = await Promise.all([
    listConnections(DB, id),
    readUsage(c.env, id, lastDays(), "key"),
    listWallets(DB, id),
  ]);
  const spent = new Map(used.map(({ key, tokens }) => [key, tokens]));
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
      <Records
        columns={[
          "Application",
          "Redirects to",
          "Connected",
          "Last renewed",
          ...numbers(`Tokens, ${DAYS} days`, "Spent of its cap"),
          "Stop it",
        ]}
        rows={connected.map(({ id, clientName, redirectUri, cap, remaining, createdAt, refreshedAt }) => [
          <strong>{clientName}</strong>,
          placeOf(redirectUri),
          <Time at={createdAt} />,
          <Time at={refreshedAt ?? createdAt} />,
          <Tokens of={spent.get(payerOf({ id, connectionId: id })) ?? 0} />,
          cap === null ? "no cap" : `${formatCount(cap - (remaining ?? 0))} of ${formatCount(cap)}`,
          <Sure
            ask="Disconnect"
            of={clientName}
            to={CONSOLE.endConnection}
            token={token}
            submit="Disconnect for good"
            look="danger"
            hidden={{ id }}
          />,
        ])}
      />
      <Wallets of={wallets} token={token} />
    </>
  );
}

/** Wallets that paid for this workspace without a key. Renders nothing when there are none. */
function Wallets({ of: wallets, token }: { of: Awaited<ReturnType<typeof listWallets>>; token: string }) {
  if (wallets.length === 0) return null;
  return (
    <>
      <h2>Wallets</h2>
      <p>
        Their payments without a key made an account that is now part of this workspace. A wallet that you keep can sign
        in for keys of this workspace, and its payments without a key belong to it. One that you do not keep reaches
        nothing here; its next payment without a key makes an account of its own.
      </p>
      <Records
        columns={["Wallet", "First paid", "Access", "Actions"]}
        rows={wallets.map(({ address, isLinked, createdAt }) => [
          <code>{address}</code>,
          <Time at={createdAt} />,
          isLinked ? "kept" : "none",
          <Sure
            ask={isLinked ? "Unlink" : "Keep"}
            of={address}
            to={isLinked ? CONSOLE.unlinkWallet : CONSOLE.keepWallet}
            token={token}
            hidden={{ address }}
          >
            {isLinked ? (
              <button class="danger" type="submit">
                Unlink it and revoke its keys
              </button>
            ) : (
              <button type="submit">Let it spend this workspace's tokens</button>
            )}
          </Sure>,
        ])}
      />
    </>
  );
}
