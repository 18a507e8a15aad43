import { Hono } from "hono";
import * as z from "zod";
import { IMPORT_BYTES } from "../../constants.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { NO_STORE, readText } from "../../http/body.ts";
import { INDEX_TABLES, indexRow, readIndexRows, writeIndexRows } from "../../index/copy-index.ts";
import { keepState } from "../../ledger/progress.ts";
import { parseJson } from "../../lib/loose-json.ts";
import { PATHS } from "../../paths.ts";
import { dataForImports, dataOf } from "../../platform/data-database.ts";
import { boardList, seedBoards } from "../../sources/jobs/listed-boards.ts";
import { BASE_URL_NOTED } from "../../sources/jobs/look-at-board.ts";
import { adminOnly, readInput } from "../operator-session.ts";
import { importCsv } from "./directory-import.ts";
import { deleteImport, listImports } from "./import-log.ts";
import { IMPORT_KINDS, importReddit } from "./reddit-import.ts";

const DEFAULT_RETENTION_DAYS = 180;
const MAX_RETENTION_DAYS = 3_650;

const IMPORT_ID = /^[0-9a-f]{32}$/;

const parameters = z.object({
  kind: z.enum(["people", "companies", "entities"]),
  dry_run: z
    .enum(["true", "false", "1", "0", ""])
    .default("false")
    .transform((text) => text === "true" || text === "1"),
  licence_note: z.string().trim().max(1_000).default(""),
  source_name: z.string().trim().max(200).nullable().default(null),
  import_id: z.string().regex(IMPORT_ID).nullable().default(null),
  retention_days: z.coerce.number().int().min(1).max(MAX_RETENTION_DAYS).default(DEFAULT_RETENTION_DAYS),
});

/** The operator's directory: `POST` a CSV file (query: {@link parameters}), `GET` the imports, `DELETE` one with its rows. */
export const directoryImports = new Hono<AppEnv>()
  .use(`${PATHS.directoryImports}/*`, adminOnly)
  .post(PATHS.directoryImports, async (c) => {
    const { dry_run: isDryRun, ...asked } = readInput(parameters, c.req.query());
    const { kind, licence_note: licenceNote, source_name: sourceName, import_id: importId } = asked;
    if (!isDryRun && !importId && !licenceNote) {
      throw invalidRequest("licence_note: state the licence or legal basis for storing and showing this data.");
    }
    if (!c.req.raw.body) throw invalidRequest("Send the CSV file as the body.");
    const report = await importCsv(await dataForImports(c.env), c.req.raw.body, {
      ...{ kind, isDryRun, licenceNote, sourceName, importId },
      retentionDays: asked.retention_days,
      networkHosts: c.var.config.NETWORK_HOSTS,
    });
    return c.json(report, 200, NO_STORE);
  })
  .get(PATHS.directoryImports, async (c) => c.json({ imports: await listImports(await dataOf(c.env)) }, 200, NO_STORE))
  .delete(`${PATHS.directoryImports}/:id`, async (c) => {
    const id = c.req.param("id");
    const removed = await deleteImport(await dataForImports(c.env), id);
    if (!removed) throw new AppError("not_found", "There is no import with this id.");
    return c.json({ id, ...removed }, 200, NO_STORE);
  });

/** `POST /admin/reddit/imports?kind=posts|comments`: JSON lines into the archive, at most 10,000 and 8 MB. */
export const redditImports = new Hono<AppEnv>()
  .use(PATHS.redditImports, adminOnly)
  .post(PATHS.redditImports, async (c) => {
    const kind = IMPORT_KINDS.find((known) => known === c.req.query("kind"));
    if (!kind) throw invalidRequest("Send ?kind=posts or ?kind=comments.");
    const text = await readText(c.req.raw, IMPORT_BYTES);
    return c.json(await importReddit(await dataForImports(c.env), kind, text, Date.now()), 200, NO_STORE);
  });

const indexPage = z.object({ table: z.enum(INDEX_TABLES), after: z.coerce.number().int().min(0).default(0) });
const indexRows = z.array(indexRow).min(1).max(1_000);

/** For `index:seed`, `index:export` and `index:import`: up to 2,000 boards, a page of rows, and such rows back. */
export const searchIndex = new Hono<AppEnv>()
  .use(PATHS.boardLists, adminOnly)
  .use(PATHS.indexRows, adminOnly)
  .post(PATHS.boardLists, async (c) => {
    const lines = readInput(boardList, parseJson(await readText(c.req.raw, IMPORT_BYTES)));
    await keepState(c.env.DB, BASE_URL_NOTED, c.var.baseUrl);
    return c.json(await seedBoards(c.env.DATA, c.var.config, lines, Date.now()), 200, NO_STORE);
  })
  .get(PATHS.indexRows, async (c) => {
    const { table, after } = readInput(indexPage, c.req.query());
    return c.json({ rows: await readIndexRows(c.env.DATA, table, after) }, 200, NO_STORE);
  })
  .post(PATHS.indexRows, async (c) => {
    const sent = readInput(indexRows, parseJson(await readText(c.req.raw, IMPORT_BYTES)));
    return c.json({ written: await writeIndexRows(c.env.DATA, sent) }, 200, NO_STORE);
  });
