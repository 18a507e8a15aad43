import type { BuildColumns } from "drizzle-orm";
import { type SQLiteColumnBuilderBase, type SQLiteTableExtraConfigValue, sqliteTable } from "drizzle-orm/sqlite-core";

/** A table with keys, checks or indexes over its columns: `tableOf("name", columns).with((table) => [index(…)])`. */
export function tableOf<Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>>(
  name: Name,
  columns: Columns,
) {
  type Keys = (table: BuildColumns<Name, Columns, "sqlite">) => SQLiteTableExtraConfigValue[];
  return { with: (keys: Keys) => sqliteTable(name, columns, keys) };
}
