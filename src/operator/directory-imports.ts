import { Hono } from "hono";
import * as z from "zod";
import { AppError, invalidRequest } from "../errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { NO_STORE } from "../http/body.ts";
import { PATHS } from "../paths.ts";
import { dataForImports, dataOf } from "../platform/data-database.ts";
import { importCsv } from "../sources/directory/directory-import.ts";
import { deleteImport, listImports } from "../sources/directory/import-log.ts";
import { adminOnly, readInput } from "./admin-token.ts";

const DEFAULT_RETENTION_DAYS = 180;
const MAX_RETENTION_DAYS = 3_650;

const parameters = z.object({
  kind: z.enum(["people", "companies", "entities"]),
  dry_run: z
    .enum(["true", "false", "1", "0", ""])
    .default("false")
    .transform((text) => text === "true" || text === "1"),
  licence_note: z.string().trim().max(1_000).default(""),
  source_name: z.string().trim().max(200).nullable().default(null),
  import_id: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable()
    .default(null),
  retention_days: z.coerce.number().int().min(1).max(MAX_RETENTION_DAYS).default(DEFAULT_RETENTION_DAYS),
});

/** The operator's directory: `POST` a CSV file (query: {@link parameters}), `GET` the imports, `DELETE` one with its rows. */
export const directoryImports = new Hono<AppEnv>()
  .use(`${PATHS.directoryImports}/*`, adminOnly)
  .post(PATHS.directoryImports, async (c) => {
    const { kind, dry_run, licence_note, source_name, import_id, retention_days } = readInput(
      parameters,
      c.req.query(),
    );
    if (!dry_run && !import_id && !licence_note) {
      throw invalidRequest("licence_note: state the licence or legal basis for storing and showing this data.");
    }
    if (!c.req.raw.body) throw invalidRequest("Send the CSV file as the body.");
    const report = await importCsv(await dataForImports(c.env), c.req.raw.body, {
      kind,
      isDryRun: dry_run,
      licenceNote: licence_note,
      sourceName: source_name,
      importId: import_id,
      retentionDays: retention_days,
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
