/** The Worker on a counted `DATA`, with made-up jobs and days that pass when they are asked to. */
import { readConfig } from "../src/config.ts";
import { takeDueBoards } from "../src/index/board-schedule.ts";
import worker from "../src/index.ts";
import { dailySystems } from "../src/sources/jobs/listed-boards.ts";
import { serveBoards } from "../src/sources/jobs/look-at-board.ts";
import { countedDatabase, NO_ROWS } from "./count-rows.ts";
import { fillCompany } from "./index-jobs.ts";

export { BatchRunner, OrganisationAccount, RateLimiter, Site } from "../src/index.ts";

const rows = { ...NO_ROWS };
const environments = new WeakMap<D1Database, Env>();
const realNow = Date.now;

/** The Worker remembers by its bindings, so they stay the same from request to request. */
function countedEnvironment(env: Env): Env {
  const known = environments.get(env.DATA) ?? { ...env, DATA: countedDatabase(env.DATA, rows) };
  environments.set(env.DATA, known);
  return known;
}

const BOARDS_AT_ONCE = 4;
const COMPANIES_AT_ONCE = 10;

export default {
  async fetch(request, bindings, context) {
    const env = countedEnvironment(bindings);
    const { pathname, searchParams } = new URL(request.url);
    const number = (name: string) => Number(searchParams.get(name) ?? 0);
    if (pathname === "/counted") {
      const answer = Response.json(rows);
      Object.assign(rows, NO_ROWS);
      return answer;
    }
    if (pathname === "/fill") {
      const companies = Array.from({ length: number("to") - number("from") }, (_, index) => number("from") + index);
      let jobs = 0;
      for (let start = 0; start < companies.length; start += COMPANIES_AT_ONCE) {
        const some = companies.slice(start, start + COMPANIES_AT_ONCE);
        const counts = await Promise.all(some.map((company) => fillCompany(env.DATA, company)));
        jobs += counts.reduce((sum, count) => sum + count);
      }
      return Response.json(jobs);
    }
    if (pathname === "/internet") {
      await env.OUTBOUND?.fetch(`http://many-boards.internet.example/?day=${number("day")}`);
      return Response.json(null);
    }
    if (pathname === "/look") {
      Date.now = () => number("now");
      const config = readConfig(env);
      let looks = 0;
      for (;;) {
        const taken = await takeDueBoards(env, dailySystems(config, number("now")), 1_000, number("now"));
        if (taken.length === 0) break;
        looks += taken.length;
        for (let start = 0; start < taken.length; start += BOARDS_AT_ONCE) {
          const messages = taken.slice(start, start + BOARDS_AT_ONCE).map((body) => ({ body }));
          await serveBoards(messages, env, config, (work) => context.waitUntil(work));
        }
      }
      Date.now = realNow;
      return Response.json(looks);
    }
    return worker.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;
