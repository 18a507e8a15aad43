import { Hono } from "hono";
import { IMPORT_BYTES } from "../constants.ts";
import { invalidRequest } from "../errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { NO_STORE, readText } from "../http/body.ts";
import { PATHS } from "../paths.ts";
import { dataForImports } from "../platform/data-database.ts";
import { IMPORT_KINDS, importReddit } from "../sources/reddit/reddit-import.ts";
import { adminOnly } from "./admin-token.ts";

/** `POST /admin/reddit/imports?kind=posts|comments`: JSON lines into the archive, at most 10,000 and 8 MB. */
export const redditImports = new Hono<AppEnv>()
  .use(PATHS.redditImports, adminOnly)
  .post(PATHS.redditImports, async (c) => {
    const kind = IMPORT_KINDS.find((known) => known === c.req.query("kind"));
    if (!kind) throw invalidRequest("Send ?kind=posts or ?kind=comments.");
    const text = await readText(c.req.raw, IMPORT_BYTES);
    return c.json(await importReddit(await dataForImports(c.env), kind, text, Date.now()), 200, NO_STORE);
  });
