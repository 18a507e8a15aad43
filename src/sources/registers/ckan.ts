import type { Row } from "../../lib/json-paths.ts";
import { type RegisterClient, rowsAt } from "./ask-register.ts";

/** Rows of a table of an open data site that runs CKAN (`datastore_search`): those that `query` filters or searches for. */
export function ckanRows(
  client: RegisterClient,
  { site, id }: { site: string; id: string },
  query: { filters: string } | { q: string; limit: "25" },
): Promise<Row[]> {
  const parameters = new URLSearchParams({ resource_id: id, ...query });
  return rowsAt(client, `${site}/api/3/action/datastore_search?${parameters}`, "result.records[]");
}
