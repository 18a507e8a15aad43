import * as z from "zod";
import type { Config } from "../../../config.ts";
import { jsonParts, sql } from "../../../platform/database.ts";
import { normaliseDomain, registrableDomain } from "../../../readers/words/company-domain.ts";
import { BOARDS } from "../boards/index.ts";
import { storedToken } from "../recognise-boards.ts";
import { type LookPolicy, listedBoard, policyOf } from "./look-policy.ts";

/** A line of a list. What it does not say is empty. */
const listed = z.object({
  line: z.int(),
  system: z.string().max(40),
  token: z.string().max(200),
  name: z.string().max(200),
  domain: z.string().max(300),
  url: z.string().max(500),
});

export const boardList = z.array(listed).min(1).max(2_000);
type Listed = z.output<typeof listed>;

export type SeedReport = Awaited<ReturnType<typeof seedBoards>>;

/**
 * Takes boards into the index, to be looked at. The same list again writes nothing, and revives no dead board. Returns how many are new
 * (`added`), of how many something new was learned (`changed`), and how many of the lines are of a board of each policy.
 */
export async function seedBoards(db: D1Database, config: Config, lines: Listed[], now: number) {
  const policies: Record<LookPolicy, number> = { daily: 0, on_demand: 0, off: 0 };
  const errors: { line: number; message: string }[] = [];
  const rows = new Map<string, object>();
  for (const line of lines) {
    const row = readLine(line, config, now);
    if (typeof row === "string") errors.push({ line: line.line, message: row });
    else {
      policies[row.policy]++;
      rows.set(`${row.system} ${row.token}`, row);
    }
  }
  const count = async () =>
    (await sql(db, "SELECT count(*) AS boards FROM index_boards", {}).first<number>("boards")) ?? 0;
  const before = await count();
  const put = `INSERT INTO index_boards (system, token, url, name, listed_domain, company_id, state, first_seen_at, next_look_at)
    SELECT value->>'system', value->>'token', value->>'url', value->>'name', value->>'domain', 0,
      iif(value->>'policy' = 'off', 'off', 'open'), @now, iif(value->>'policy' = 'daily', @now, NULL)
    FROM json_each(@rows) WHERE true
    ON CONFLICT (system, token) DO UPDATE SET url = coalesce(excluded.url, url), name = coalesce(name, excluded.name),
      listed_domain = coalesce(excluded.listed_domain, listed_domain)
    WHERE coalesce(excluded.url, url) IS NOT url OR coalesce(name, excluded.name) IS NOT name
      OR coalesce(excluded.listed_domain, listed_domain) IS NOT listed_domain`;
  let written = 0;
  for (const part of jsonParts([...rows.values()].map((row) => JSON.stringify(row)))) {
    written += (await sql(db, put, { rows: part, now }).run()).meta.changes;
  }
  const added = (await count()) - before;
  return { added, changed: written - added, policies, errors };
}

/** The row of a board, or what is wrong with its line. */
function readLine(line: Listed, config: Config, now: number) {
  const mark = listedBoard(line);
  if (!mark) {
    if (!line.url && !BOARDS.some(({ name }) => name === line.system))
      return `${JSON.stringify(line.system)} is not a system with job boards that is known here`;
    const what = line.url || `${line.system}, ${line.token}`;
    return `${JSON.stringify(what)} is not the address or token of a board that can be asked`;
  }
  const { name: system, read } = mark.board;
  if (!read) return `${system} has no list that is meant for reading`;
  const domain = line.domain ? normaliseDomain(line.domain) : null;
  if (domain?.status === "refused") return `${JSON.stringify(line.domain)} is not a domain`;
  const token = storedToken(mark.ref);
  const isPlain = listedBoard({ system, token, url: "" })?.ref.host === mark.ref.host;
  return {
    system,
    token,
    url: isPlain ? null : mark.ref.url,
    name: line.name || null,
    domain: domain ? registrableDomain(domain.domain) : null,
    policy: policyOf(system, config, now),
  };
}
