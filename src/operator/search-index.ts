import { Hono } from "hono";
import * as z from "zod";
import { IMPORT_BYTES } from "../constants.ts";
import type { AppEnv } from "../http/app-env.ts";
import { NO_STORE, readText } from "../http/body.ts";
import { INDEX_TABLES, indexRow, readIndexRows, writeIndexRows } from "../index/copy-index.ts";
import { parseJson } from "../lib/loose-json.ts";
import { PATHS } from "../paths.ts";
import { noteBaseUrl } from "../sources/jobs/looks/look-at-board.ts";
import { boardList, seedBoards } from "../sources/jobs/looks/seed-boards.ts";
import { adminOnly, readInput } from "./admin-token.ts";

const page = z.object({ table: z.enum(INDEX_TABLES), after: z.coerce.number().int().min(0).default(0) });
const rows = z.array(indexRow).min(1).max(1_000);

/** For `index:seed`, `index:export` and `index:import`: up to 2,000 boards, a page of rows, and such rows back. */
export const searchIndex = new Hono<AppEnv>()
  .use(PATHS.boardLists, adminOnly)
  .use(PATHS.indexRows, adminOnly)
  .post(PATHS.boardLists, async (c) => {
    const lines = readInput(boardList, parseJson(await readText(c.req.raw, IMPORT_BYTES)));
    await noteBaseUrl(c.env.DB, c.var.baseUrl);
    return c.json(await seedBoards(c.env.DATA, c.var.config, lines, Date.now()), 200, NO_STORE);
  })
  .get(PATHS.indexRows, async (c) => {
    const { table, after } = readInput(page, c.req.query());
    return c.json({ rows: await readIndexRows(c.env.DATA, table, after) }, 200, NO_STORE);
  })
  .post(PATHS.indexRows, async (c) => {
    const sent = readInput(rows, parseJson(await readText(c.req.raw, IMPORT_BYTES)));
    return c.json({ written: await writeIndexRows(c.env.DATA, sent) }, 200, NO_STORE);
  });
