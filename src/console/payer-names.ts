import { listConnectionNames } from "../accounts/keys/connections.ts";
import { listKeys } from "../accounts/keys/manage-keys.ts";
import { payerOf } from "../ledger/payer.ts";

/** The name of a key or connection. `masked` is the masked key; null for a connection. */
export type PayerName = { name: string; masked: string | null };

/** The keys and connections of an organisation by their payer id ({@link payerOf}), as usage, batches and transactions have it. */
export async function listPayerNames(db: D1Database, organisationId: string): Promise<Map<string, PayerName>> {
  const [keys, connections] = await Promise.all([
    listKeys(db, organisationId),
    listConnectionNames(db, organisationId),
  ]);
  const named = connections.map(({ id, clientName }): [string, PayerName] => [
    payerOf({ id, connectionId: id }),
    { name: clientName, masked: null },
  ]);
  return new Map([...keys.map(({ id, name, masked }): [string, PayerName] => [id, { name, masked }]), ...named]);
}
