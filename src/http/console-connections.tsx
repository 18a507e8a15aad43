import { listConnections } from "../domain/connections.ts";
import { placeOf } from "./authorize.tsx";
import { CONSOLE, type Visit } from "./console-page.tsx";
import { Records, Sure, Time } from "./private-page.tsx";

export async function connections({ c, session, token }: Visit) {
  const connected = await listConnections(c.env.DB, session.organisationId);
  return (
    <>
      <p>
        Applications that you have let spend this workspace's tokens, by signing in from them. Names are what they call
        themselves. One that you disconnect is refused at once.
      </p>
      {connected.length === 0 && <p>Nothing is connected.</p>}
      <Records
        columns={["Application", "Answered at", "Connected", "Last renewed", "Spent, tokens", "Stop it"]}
        rows={connected.map(({ id, clientName, redirectUri, cap, remaining, createdAt, refreshedAt }) => [
          <strong>{clientName}</strong>,
          placeOf(redirectUri),
          <Time at={createdAt} />,
          <Time at={refreshedAt} />,
          cap === null ? "no cap" : `${cap - (remaining ?? 0)} of ${cap}`,
          <Sure ask={`Disconnect ${clientName}`} to={CONSOLE.endConnection} token={token}>
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
