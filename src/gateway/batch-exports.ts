import { Hono } from "hono";
import { AppError } from "../errors.ts";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { findBatch } from "../tools/admin/batch-fields.ts";
import { requireCategory } from "../tools/tool.ts";
import { admit, answerReader } from "./admit.ts";
import { batchFile } from "./batch-file.ts";

const FILES = { "results.csv": "csv", "results.jsonl": "jsonl", "unanswered.csv": "unanswered" } as const;

/** Files of a batch in its order. The path begins with a parameter: the router allows no literal beside `/:tool`. */
export const batchExports = new Hono<AppEnv>().all("/api/v0/:collection/:id/:file", async (c, next) => {
  const { collection, id, file } = c.req.param();
  if (collection !== "batches" || !isFile(file)) return next();
  return answerReader(c, async (headers) => {
    const { account, rate } = await admit(c, "api");
    Object.assign(headers, rate);
    requireCategory(account, "admin");
    if (c.req.method !== "GET") {
      throw new AppError("method_not_allowed", "Results are read with GET.", { headers: { Allow: "GET" } });
    }
    const batch = await findBatch({ env: c.env, caller: account }, id);
    return batchFile(callContextOf(c), batch, { format: FILES[file], isForSpreadsheet: false }, headers);
  });
});

function isFile(name: string): name is keyof typeof FILES {
  return Object.hasOwn(FILES, name);
}
