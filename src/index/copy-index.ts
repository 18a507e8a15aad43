/** The index as lines of JSON, to be kept or brought into another deployment. */
import * as z from "zod";
import { jsonParts, sql } from "../platform/database.ts";
import { WORKPLACES } from "../readers/jobs/job.ts";
import { IDS_PER_HOUR, type JobRest, jobRow, NEXT_ID, PUT_WORDS } from "./job-rows.ts";
import { refreshStaleCompanies } from "./put-company.ts";

const PAGE_ROWS = 1_000;

const columnsOf = <Type extends z.ZodType, Name extends string>(type: Type, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
const text = z.string().nullable();
const number = z.number().nullable();

const COMPANY = z.object({
  ...columnsOf(z.number(), "id", "first_seen_at", "seen_at"),
  ...columnsOf(z.string(), "key", "facts_json"),
  ...columnsOf(text, "domain", "name", "name_key", "country", "city", "size_band"),
  ...columnsOf(number, "founded_year", "raised_at"),
});
const BOARD = z.object({
  ...columnsOf(z.number(), "id", "misses", "open_jobs", "first_seen_at"),
  ...columnsOf(z.string(), "system", "token"),
  ...columnsOf(text, "company", "domain", "proof_json", "name", "listed_domain", "url", "reason"),
  ...columnsOf(number, "last_seen_at", "next_look_at"),
  state: z.enum(["open", "dead", "refused", "off"]),
});
const JOB = z.object({
  id: z.int(),
  ...columnsOf(z.string(), "system", "token", "job_key", "title", "rest_json"),
  ...columnsOf(text, "company_name", "domain", "url", "location", "country", "department", "employment_type"),
  ...columnsOf(text, "reposted_key"),
  ...columnsOf(number, "posted_at", "closed_at"),
  workplace: z.enum(WORKPLACES).nullable(),
  first_seen_at: z.number(),
});
type Job = z.output<typeof JOB>;

/** A row with the table that it is of. */
export const indexRow = z.discriminatedUnion("table", [
  COMPANY.extend({ table: z.literal("companies") }),
  BOARD.extend({ table: z.literal("boards") }),
  JOB.extend({ table: z.literal("jobs") }),
]);
export type IndexRow = z.output<typeof indexRow>;
export const INDEX_TABLES = ["companies", "boards", "jobs"] as const;

/** What a job has from other rows than its own. */
const OF_OTHERS = ["system", "token", "company_name", "domain", "reposted_key"];
const columns = (schema: z.ZodObject, alias: string, others: string[] = []) =>
  Object.keys(schema.shape).flatMap((name) => (others.includes(name) ? [] : [`${alias}.${name}`]));
const PAGES = {
  companies: `SELECT ${columns(COMPANY, "c")} FROM index_companies c WHERE c.id > @after ORDER BY c.id LIMIT ${PAGE_ROWS}`,
  boards: `SELECT ${columns(BOARD, "b", ["company"])}, (SELECT key FROM index_companies WHERE id = b.company_id) AS company
    FROM index_boards b WHERE b.id > @after ORDER BY b.id LIMIT ${PAGE_ROWS}`,
  jobs: `SELECT ${columns(JOB, "j", OF_OTHERS)}, b.system, b.token,
      b.name AS company_name, b.domain,
      (SELECT job_key FROM index_jobs WHERE id = j.reposted_of) AS reposted_key
    FROM index_jobs j JOIN index_boards b ON b.id = j.board_id WHERE j.id > @after ORDER BY j.id LIMIT ${PAGE_ROWS}`,
};

/** The rows of a table after an id, in the order of ids; none at the end. */
export async function readIndexRows(
  db: D1Database,
  table: (typeof INDEX_TABLES)[number],
  after: number,
): Promise<IndexRow[]> {
  const { results } = await sql(db, PAGES[table], { after }).all<object>();
  return results.map((row) => ({ table, ...row }) as IndexRow);
}

/** Brings rows into an index: companies, boards, then jobs. What is there stays. Returns how many were written. */
export async function writeIndexRows(db: D1Database, rows: IndexRow[]): Promise<number> {
  let written = 0;
  const run = async (statements: (items: string) => D1PreparedStatement[], items: object[]) => {
    for (const part of jsonParts(items.map((item) => JSON.stringify(item))))
      written += (await db.batch(statements(part)))[0]?.meta.changes ?? 0;
  };
  const of = <Table extends IndexRow["table"]>(table: Table) =>
    rows.filter((row): row is IndexRow & { table: Table } => row.table === table);
  const copy = (table: string, schema: z.ZodObject, computed: Record<string, string> = {}) => {
    const copied = Object.keys(schema.shape).filter((name) => name !== "id" && name !== "company");
    const values = { ...Object.fromEntries(copied.map((name) => [name, `j.value->>'${name}'`])), ...computed };
    const put = `INSERT INTO ${table} (${Object.keys(values)}) SELECT ${Object.values(values)}
      FROM json_each(@items) j WHERE true ON CONFLICT DO NOTHING`;
    return (items: string) => [sql(db, put, { items })];
  };
  const owner = "coalesce((SELECT id FROM index_companies WHERE key = j.value->>'company'), 0)";
  await run(copy("index_companies", COMPANY), of("companies"));
  await run(copy("index_boards", BOARD, { company_id: owner }), of("boards"));
  await run((items) => jobStatements(db, items), await Promise.all(of("jobs").map(withWords)));
  if (of("jobs").length > 0) await refreshStaleCompanies(db);
  return written;
}

async function withWords({ table: _, ...job }: Job & { table: "jobs" }) {
  const rest = JSON.parse(job.rest_json) as JobRest;
  const { words } = await jobRow(
    { ...job, ...rest, id: job.job_key, description: null, posted_at: null },
    { name: job.company_name, isProved: job.domain !== null },
  );
  return { ...job, words, firstId: Math.floor(job.id / IDS_PER_HOUR) * IDS_PER_HOUR };
}

/** Ids keep their hour and their order. A row without a hash has no words of a description. */
function jobStatements(db: D1Database, items: string): D1PreparedStatement[] {
  const names = Object.keys(JOB.shape).filter((name) => name !== "id" && !OF_OTHERS.includes(name));
  const from = `FROM json_each(@items) j
    CROSS JOIN index_boards b ON b.system = j.value->>'system' AND b.token = j.value->>'token'`;
  const statements = [
    `INSERT INTO index_jobs (id, board_id, hash, ${names})
     SELECT ${NEXT_ID}, b.id, '', ${names.map((name) => `j.value->>'${name}'`)}
     ${from} WHERE true ORDER BY j.key ON CONFLICT (board_id, job_key) DO NOTHING`,
    `UPDATE index_jobs SET reposted_of = former.id ${from} CROSS JOIN index_jobs former
       ON former.board_id = b.id AND former.job_key = j.value->>'reposted_key'
     WHERE index_jobs.board_id = b.id AND index_jobs.job_key = j.value->>'job_key' AND index_jobs.reposted_of IS NULL`,
    `${PUT_WORDS} ${from} CROSS JOIN index_jobs i ON i.board_id = b.id AND i.job_key = j.value->>'job_key' AND i.hash = '' AND i.closed_at IS NULL`,
    `UPDATE index_companies SET version = version + 1
     WHERE text_version = version AND id IN (SELECT b.company_id ${from})`,
  ];
  return statements.map((statement) => sql(db, statement, { items }));
}
