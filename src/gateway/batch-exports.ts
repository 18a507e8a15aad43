import { Hono } from "hono";
import { getBatch } from "../batches/batch-records.ts";
import { AppError, asAppError } from "../errors.ts";
import { type AppEnv, callContextOf, clientOf } from "../http/app-env.ts";
import { bearerChallenge, problemResponse } from "../http/problem.ts";
import { scopeOf } from "../ledger/payer.ts";
import { newId } from "../lib/ids.ts";
import { shieldFromFlood } from "../platform/limits/limits.ts";
import { requireCategory } from "../tools/tool.ts";
import { admit } from "./admit.ts";
import { batchFile } from "./batch-file.ts";

const FILES = { "results.csv": "csv", "results.jsonl": "jsonl", "unanswered.csv": "unanswered" } as const;

/** Files of a batch in its order. The path begins with a parameter: the router allows no literal beside `/:tool`. */
export const batchExports = new Hono<AppEnv>().all("/api/v0/:collection/:id/:file", async (c, next) => {
  const { collection, id, file } = c.req.param();
  if (collection !== "batches" || !isFile(file)) return next();
  const requestId = newId(Date.now());
  const headers: Record<string, string> = { "X-Request-Id": requestId, "X-Tokens-Charged": "0" };
  try {
    const { account, rate } = await admit(c, "api");
    Object.assign(headers, rate);
    requireCategory(account, "admin");
    if (c.req.method !== "GET") {
      throw new AppError("method_not_allowed", "Results are read with GET.", { headers: { Allow: "GET" } });
    }
    const batch = await getBatch(c.env, scopeOf(account), id);
    if (!batch)
      throw new AppError("not_found", "There is no such batch in your organisation. list_batches lists them.");
    return await batchFile(callContextOf(c), batch, { format: FILES[file], isForSpreadsheet: false }, headers);
  } catch (thrown) {
    const error = await shieldFromFlood(c.env, clientOf(c), asAppError(thrown));
    if (error.status === 401) headers["WWW-Authenticate"] = bearerChallenge(error, c.get("baseUrl"), "/api/v0");
    return problemResponse(error, c.get("baseUrl"), requestId, headers);
  }
});

function isFile(name: string): name is keyof typeof FILES {
  return Object.hasOwn(FILES, name);
}
