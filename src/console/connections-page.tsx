import { endConnection, listConnections } from "../accounts/keys/connections.ts";
import { keepWallet, listWallets, unlinkWallet } from "../accounts/keys/wallet-links.ts";
import { placeOf } from "../accounts/oauth/clients.ts";
import { numbers, Records, Tokens } from "../http/pages/figures.tsx";
import { Sure, Time } from "../http/pages/private-page.tsx";
import { recallAccount, refreshAccount } from "../ledger/account.ts";
import { payerOf } from "../ledger/payer.ts";
import { formatCount } from "../lib/numbers.ts";
import { PATHS } from "../paths.ts";
import type { ConsolePage, Visit } from "./console-page.tsx";
import { DAYS, spentByPayer } from "./payers.tsx";

const SPENT = `Tokens, ${DAYS} days`;

async function connectionsPage({ c, env, organisationId }: Visit) {
  // Return unspent reservations of caps, so that the page shows real spending.
  await recallAccount(env, organisationId).catch(() => {});
  await refreshAccount(env, organisationId);
  const [connected, spent, wallets] = await Promise.all([
    listConnections(env.DB, organisationId),
    spentByPayer(env, organisationId),
    listWallets(env.DB, organisationId),
  ]);
  return (
    <>
      <p>
        Applications that may spend this workspace's tokens, because a member signed in from them. They chose their
        names themselves. A disconnected application is refused at once.
      </p>
      <p>
        To connect Claude, Cursor, VS Code or another MCP host, give it the address{" "}
        <code>{`${c.var.baseUrl}${PATHS.mcp}`}</code>. It sends you here to allow it.
      </p>
      <Records
        none="Nothing is connected."
        columns={["Application", "Connected", "Last renewed", ...numbers(SPENT, "Of its cap"), "Actions"]}
        rows={connected.map(({ id, clientName, redirectUri, cap, remaining, createdAt, refreshedAt }) => [
          [<strong>{clientName}</strong>, ` at ${placeOf(redirectUri)}`],
          <Time at={createdAt} />,
          <Time at={refreshedAt ?? createdAt} />,
          <Tokens of={spent.get(payerOf({ id, connectionId: id })) ?? 0} />,
          cap === null ? "no cap" : `${formatCount(cap - (remaining ?? 0))} of ${formatCount(cap)}`,
          <Sure ask="Disconnect" of={clientName} to="end" danger="Disconnect it" hidden={{ id }} />,
        ])}
      />
      <Wallets of={wallets} />
    </>
  );
}

/** Wallets that paid for this workspace without a key. Renders nothing when there are none. */
function Wallets({ of: wallets }: { of: Awaited<ReturnType<typeof listWallets>> }) {
  if (wallets.length === 0) return null;
  return (
    <>
      <h2>Wallets</h2>
      <p>
        These wallets paid without a key; the account that this made is now part of the workspace. A kept wallet can
        sign in for keys of the workspace, and its payments without a key belong to it. Any other wallet has no access,
        and its next payment without a key makes a new account.
      </p>
      <Records
        columns={["Wallet", "First paid", "Access", "Actions"]}
        rows={wallets.map(({ address, isLinked, createdAt }) => [
          <code>{address}</code>,
          <Time at={createdAt} />,
          isLinked ? "kept" : "none",
          isLinked ? (
            <Sure ask="Unlink" of={address} to="unlink-wallet" danger="Unlink, revoke its keys" hidden={{ address }} />
          ) : (
            <Sure ask="Keep" of={address} to="keep-wallet" submit="Let it spend tokens" hidden={{ address }} />
          ),
        ])}
      />
    </>
  );
}

export const connections: ConsolePage = {
  title: "Connections",
  view: connectionsPage,
  forms: {
    async end({ env, organisationId }, form) {
      await endConnection(env, organisationId, form.get("id") ?? "");
      return "The application is disconnected.";
    },
    async "keep-wallet"({ env, session }, form) {
      const isKept = await keepWallet(env.DB, session, form.get("address") ?? "");
      return isKept ? "The wallet is kept." : "There is no such wallet.";
    },
    async "unlink-wallet"({ env, organisationId }, form) {
      await unlinkWallet(env, organisationId, form.get("address") ?? "");
      return "The wallet is unlinked, and its keys are revoked.";
    },
  },
};
