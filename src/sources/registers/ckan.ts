import { record, records } from "../../lib/loose-json.ts";
import type { RegisterClient } from "./ask-register.ts";

/** A table of an open data site that runs CKAN, by the id of its resource. */
type DataSet = { site: string; id: string };
type DataRow = Record<string, unknown>;

/** Rows whose columns have these values (CKAN `datastore_search`). */
export function rowsWhere(
  client: RegisterClient,
  dataSet: DataSet,
  filters: Record<string, number>,
): Promise<DataRow[]> {
  return search(client, dataSet, { filters: JSON.stringify(filters) });
}

/** Up to 25 rows that have all the words of a text. */
export function rowsWithText(client: RegisterClient, dataSet: DataSet, text: string): Promise<DataRow[]> {
  return search(client, dataSet, { q: text, limit: "25" });
}

async function search(
  { ask }: RegisterClient,
  { site, id }: DataSet,
  query: Record<string, string>,
): Promise<DataRow[]> {
  const parameters = new URLSearchParams({ resource_id: id, ...query });
  const { body } = await ask(`${site}/api/3/action/datastore_search?${parameters}`);
  return records(record(record(body).result).records);
}
