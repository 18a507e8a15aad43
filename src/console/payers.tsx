import { listConnectionNames } from "../accounts/keys/connections.ts";
import { listKeys } from "../accounts/keys/manage-keys.ts";
import { readUsage } from "../ledger/history.ts";
import { connectionOfPayer, payerOf } from "../ledger/payer.ts";
import { DAY_MS } from "../lib/time.ts";

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

/** The period that pages show unless another is chosen. */
export const DAYS = 30;

/** The last `days` days of UTC, today included; milliseconds, both ends included. */
export function lastDays(days: number): { from: number; to: number } {
  const to = Date.now();
  return { from: Math.floor(to / DAY_MS) * DAY_MS - (days - 1) * DAY_MS, to };
}

/** Tokens of the last {@link DAYS} days by payer. */
export async function spentByPayer(env: Env, organisationId: string): Promise<Map<string, number>> {
  const used = await readUsage(env, organisationId, lastDays(DAYS), "key");
  return new Map(used.map(({ key, tokens }) => [key, tokens]));
}
