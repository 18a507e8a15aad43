import { loadAsset } from "../../platform/asset.ts";
import { readTitleTables, useTitleTables } from "../../text/titles/title-tables.ts";

/** Loads the tables that `readTitle` reads titles by; call it first. Throws when they cannot be loaded. */
export async function loadTitleTables(env: Pick<Env, "ASSETS">): Promise<void> {
  useTitleTables(await loadAsset(env, "titles.txt", readTitleTables));
}
