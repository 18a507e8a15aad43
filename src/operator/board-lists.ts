import { Hono } from "hono";
import { IMPORT_BYTES } from "../constants.ts";
import { AppError } from "../errors.ts";
import type { AppEnv } from "../http/app-env.ts";
import { NO_STORE, readText } from "../http/body.ts";
import { parseJson } from "../lib/loose-json.ts";
import { PATHS } from "../paths.ts";
import { noteBaseUrl } from "../sources/jobs/looks/look-at-board.ts";
import { boardList, seedBoards } from "../sources/jobs/looks/seed-boards.ts";
import { adminOnly } from "./admin-token.ts";

/** `POST /admin/index/boards`: up to 2,000 job boards as a JSON array (`npm run index:seed`). Answers what became of them. */
export const boardLists = new Hono<AppEnv>().use(PATHS.boardLists, adminOnly).post(PATHS.boardLists, async (c) => {
  const text = await readText(c.req.raw, IMPORT_BYTES);
  const lines = boardList.safeParse(parseJson(text));
  if (!lines.success) {
    const [issue] = lines.error.issues;
    throw new AppError("invalid_request", `${issue?.path.join(".") || "body"}: ${issue?.message}`);
  }
  await noteBaseUrl(c.env.DB, c.var.baseUrl);
  return c.json(await seedBoards(c.env.DATA, c.var.config, lines.data, Date.now()), 200, NO_STORE);
});
