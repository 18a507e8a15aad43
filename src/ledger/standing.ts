import type { Plan } from "../config.ts";
import { mapDatabaseErrors } from "../platform/database.ts";

export type Standing = { plan: Plan; balance: number; owed: number };

/** Plan and balance of an organisation, as D1 has them now. Null when there is no such organisation. */
export async function readStanding(db: D1Database, organisationId: string): Promise<Standing | null> {
  const read = "SELECT plan, balance, owed FROM organisations WHERE id = ?";
  return mapDatabaseErrors(() => db.prepare(read).bind(organisationId).first<Standing>());
}
