import { listConnectionNames } from "../accounts/keys/connections.ts";
import { listKeys } from "../accounts/keys/manage-keys.ts";
import { connectionOfPayer, payerOf } from "../ledger/payer.ts";

/** Labels of keys and connections by their payer id ({@link payerOf}), as usage, batches and transactions have it. */
export type Payers = Map<string, string>;

export async function listPayers(db: D1Database, organisationId: string): Promise<Payers> {
  const [keys, connections] = await Promise.all([
    listKeys(db, organisationId),
    listConnectionNames(db, organisationId),
  ]);
  const connected = connections.map(({ id, clientName }) => [payerOf({ id, connectionId: id }), clientName] as const);
  return new Map([
    ["console", "the console"],
    ...keys.map(({ id, name, masked }) => [id, `${name} (${masked})`] as const),
    ...connected,
  ]);
}

/** The label of a payer; of one that no longer exists its id. */
export function Payer({ id, of: payers }: { id: string; of: Payers }) {
  return payers.get(id) ?? (connectionOfPayer(id) ? "a connection that has ended" : <code>{id}</code>);
}
