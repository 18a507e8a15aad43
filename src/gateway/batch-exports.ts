import { Hono } from "hono";
import { getBatch } from "../batches/batch-records.ts";
import { AppError } from "../errors.ts";
import { type AppEnv, callContextOf } from "../http/app-env.ts";
import { scopeOf } from "../ledger/payer.ts";
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
    const batch = await getBatch(c.env, scopeOf(account), id);
    if (!batch)
      throw new AppError("not_found", "There is no such batch in your organisation. list_batches lists them.");
    return batchFile(callContextOf(c), batch, { format: FILES[file], isForSpreadsheet: false }, headers);
  });
});

function isFile(name: string): name is keyof typeof FILES {
  return Object.hasOwn(FILES, name);
}
