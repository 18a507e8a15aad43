import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { companies, entities, people } from "../../platform/schema.ts";

/** Upserts: `@rows` is JSON by column, `@source` the import. Missing values and older rows change nothing. */
const PERSON_COLUMNS = columnsOf(people, "id", "profile_url", "source");
const COMPANY_COLUMNS = columnsOf(companies, "id", "confidence", "source");
const STORED_ENTITY_COLUMNS = columnsOf(entities, "source");

function columnsOf(table: SQLiteTable, ...without: string[]): string[] {
  const names = Object.keys(getTableColumns(table));
  const inSql = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return inSql.filter((column) => !without.includes(column));
}

const valuesOf = (columns: string[]) => columns.map((column) => `value->>'$.${column}'`).join(", ");
const keepUnlessKnown = (table: string, columns: string[]) =>
  columns.map((column) => `${column} = coalesce(excluded.${column}, ${table}.${column})`).join(", ");
const replace = (columns: string[]) => columns.map((column) => `${column} = excluded.${column}`).join(", ");

/** A stored person without a profile takes the profile of the new row, if only one new row has one. */
export const GIVE_PROFILES = `
UPDATE people SET profile_url = told.profile_url
FROM (
  SELECT value->>'$.domain' AS domain, value->>'$.name_folded' AS name_folded, max(value->>'$.profile_url') AS profile_url
  FROM json_each(@rows) WHERE value->>'$.profile_url' IS NOT NULL
  GROUP BY 1, 2 HAVING count(DISTINCT value->>'$.profile_url') = 1
) AS told
WHERE people.domain = told.domain AND people.name_folded = told.name_folded AND people.profile_url = ''
  AND NOT EXISTS (
    SELECT 1 FROM people AS twin
    WHERE twin.domain = told.domain AND twin.name_folded = told.name_folded AND twin.profile_url <> ''
  )`;

/** A row without a profile is about the only known person with that name. */
export const UPSERT_PEOPLE = `
INSERT INTO people (profile_url, source, ${PERSON_COLUMNS.join(", ")})
SELECT
  coalesce(value->>'$.profile_url', (
    SELECT max(known.profile_url) FROM people AS known
    WHERE known.domain = value->>'$.domain' AND known.name_folded = value->>'$.name_folded' HAVING count(*) = 1
  ), ''), @source, ${valuesOf(PERSON_COLUMNS)}
FROM json_each(@rows) WHERE true
ON CONFLICT (domain, name_folded, profile_url) DO UPDATE SET
  ${replace(["name", "first_name", "last_name", "name_tokens", "is_current", "source", "observed_at", "expires_at"])},
  title_tokens = CASE WHEN excluded.title IS NULL THEN people.title_tokens ELSE excluded.title_tokens END,
  email_status = CASE WHEN excluded.email IS NULL THEN people.email_status ELSE excluded.email_status END,
  ${keepUnlessKnown("people", ["title", "location", "email", "source_url"])}
WHERE excluded.observed_at >= people.observed_at`;

/** A row without a profile is ambiguous among several namesakes. */
export const DELETE_SHADOWED_PEOPLE = `
DELETE FROM people WHERE profile_url = ''
  AND (domain, name_folded) IN (SELECT value->>'$.domain', value->>'$.name_folded' FROM json_each(@rows))
  AND EXISTS (
    SELECT 1 FROM people AS twin
    WHERE twin.domain = people.domain AND twin.name_folded = people.name_folded AND twin.profile_url <> ''
  )`;

export const UPSERT_COMPANIES = `
INSERT INTO companies (source, ${COMPANY_COLUMNS.join(", ")})
SELECT @source, ${valuesOf(COMPANY_COLUMNS)} FROM json_each(@rows) WHERE true
ON CONFLICT (domain) DO UPDATE SET
  ${replace(["name", "name_key", "source", "observed_at", "expires_at"])},
  ${keepUnlessKnown(
    "companies",
    COMPANY_COLUMNS.filter((column) => !["domain", "name", "name_key", "observed_at", "expires_at"].includes(column)),
  )}
WHERE excluded.observed_at >= companies.observed_at`;

export const UPSERT_ENTITIES = `
INSERT INTO entities (source, ${STORED_ENTITY_COLUMNS.join(", ")})
SELECT @source, ${valuesOf(STORED_ENTITY_COLUMNS)} FROM json_each(@rows) WHERE true
ON CONFLICT (scheme, number) DO UPDATE SET
  ${replace(["source", ...STORED_ENTITY_COLUMNS.filter((column) => column !== "scheme" && column !== "number")])}
WHERE excluded.observed_at >= entities.observed_at`;
