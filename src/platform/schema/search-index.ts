import { sql } from "drizzle-orm";
import { index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { tableOf } from "./table-of.ts";

/**
 * The search index: companies, the boards that list their jobs, and the jobs. The words are in the contentless full-text tables of
 * migrations/data/0002_search_index.sql, whose row ids are the ids here. No person and nothing of a customer is in it.
 */
export const indexCompanies = tableOf("index_companies", {
  id: integer().primaryKey(),
  /** The domain; `board:{system}:{token}` of a board that no site is proved to own. */
  key: text().notNull().unique(),
  domain: text(),
  name: text(),
  nameKey: text(),
  country: text(),
  /** Folded words. */
  city: text(),
  sizeBand: text(),
  foundedYear: integer(),
  /** Latest known funding round. */
  raisedAt: integer(),
  /** Each field's value with its evidence and time, and the technologies. */
  factsJson: text().notNull().default("{}"),
  firstSeenAt: integer().notNull(),
  seenAt: integer().notNull(),
  /** Grows with each change of the facts or of the jobs; the full-text row shows `textVersion`. */
  version: integer().notNull().default(1),
  textVersion: integer().notNull().default(0),
}).with((table) => [
  index("index_companies_name").on(table.nameKey),
  index("index_companies_stale").on(table.id).where(sql`${table.textVersion} <> ${table.version}`),
]);

export const indexBoards = tableOf("index_boards", {
  id: integer().primaryKey(),
  /** Name of the applicant tracking system; `own_site` for positions on a company's own pages. */
  system: text().notNull(),
  token: text().notNull(),
  /** 0 until the board has been read. */
  companyId: integer().notNull(),
  /** Null until a link from the site to the board, or back, proves it. */
  domain: text(),
  /** The pages that prove the domain, `[{url, kind}]`. */
  proofJson: text(),
  /** The employer, as the board or the list that named it says. */
  name: text(),
  /** The domain that a list gave, which proves nothing. */
  listedDomain: text(),
  /** Its address, where the token alone does not say it. */
  url: text(),
  state: text({ enum: ["open", "dead", "refused", "off"] })
    .notNull()
    .default("open"),
  /** Why the last look failed, or the board is not looked at. */
  reason: text(),
  etag: text(),
  bodyHash: text(),
  /** Answers 404 in a row. */
  misses: integer().notNull().default(0),
  /** Looks in a row that failed or died, counted when they begin. */
  failures: integer().notNull().default(0),
  openJobs: integer().notNull().default(0),
  firstSeenAt: integer().notNull(),
  /** When its whole list was last read, changed or not; null until then. */
  lastSeenAt: integer(),
  /** Null: looked at only when a call asks for the company. */
  nextLookAt: integer(),
}).with((table) => [
  uniqueIndex("index_boards_board").on(table.system, table.token),
  index("index_boards_company").on(table.companyId),
  index("index_boards_due").on(table.system, table.nextLookAt),
]);

/** A job's id begins with the hour it came up, of its first look or posting, so that the newest are the highest. */
export const indexJobs = tableOf("index_jobs", {
  id: integer().primaryKey(),
  boardId: integer().notNull(),
  /** The board's own id. */
  jobKey: text().notNull(),
  title: text().notNull(),
  url: text(),
  location: text(),
  country: text(),
  workplace: text(),
  department: text(),
  employmentType: text(),
  /** As the board first said it. */
  postedAt: integer(),
  firstSeenAt: integer().notNull(),
  closedAt: integer(),
  /** A job of the same title and place on this board that closed not long before. */
  repostedOf: integer(),
  /** What is left of a job's answer: places, salary, language, seniority, update. */
  restJson: text().notNull(),
  /** Of the whole advertisement, to tell a changed one. */
  hash: text().notNull(),
}).with((table) => [uniqueIndex("index_jobs_job").on(table.boardId, table.jobKey)]);
