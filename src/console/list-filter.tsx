import type { Child } from "hono/jsx";
import type { AppContext } from "../http/app-env.ts";
import { Choice, Field, Filter } from "../http/pages/private-page.tsx";
import { DAY_MS } from "../lib/time.ts";
import type { Payers } from "./payers.tsx";

export const MAX_TEXT_LENGTH = 100;
export const ALL: [string, string] = ["", "All"];

/** The filter as query parameters, for links and fields. */
export function filterQuery(c: AppContext, fields: string[]): URLSearchParams {
  const given = fields.map((name) => [name, (c.req.query(name) ?? "").trim().slice(0, MAX_TEXT_LENGTH)]);
  return new URLSearchParams(given.filter(([, value]) => value));
}

/** Where the page before ended, by `name`; null for the first page, and for a text that is no `cursor`. */
export function readCursor(c: AppContext, cursor: RegExp, name = "cursor"): string | null {
  const asked = c.req.query(name) ?? "";
  return cursor.test(asked) ? asked : null;
}

/** The days `from` and `to` of a filter (UTC), as milliseconds, both ends included. */
export function readPeriod(query: URLSearchParams): { from?: number; to?: number } {
  const day = (name: string) => {
    const text = query.get(name) ?? "";
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  };
  const [from, to] = [day("from"), day("to")];
  return { ...(from >= 0 && { from }), ...(to >= 0 && { to: to + DAY_MS - 1 }) };
}

/** `text` is the label of the text field; `children` are fields of this list only. */
type FilterProps = { path: string; query: URLSearchParams; payers: Payers; text: string; children: Child };

/** The filter above a list of calls or movements: text, the list's own fields, payer and period. */
export function ListFilter({ path, query, payers, text, children }: FilterProps) {
  const value = (name: string) => query.get(name) ?? "";
  return (
    <Filter to={path} submit="Show">
      <Field id="q" label={text} type="search" value={value("q")} maxlength={MAX_TEXT_LENGTH} />
      {children}
      <Choice id="payer" label="Paid by" chosen={value("payer")} options={[ALL, ...payers]} />
      <Field id="from" label="From (UTC)" type="date" value={value("from")} />
      <Field id="to" label="To" type="date" value={value("to")} />
    </Filter>
  );
}

type PagesProps = { path: string; query: URLSearchParams; cursor: string | null; next: string | null };

/** Links to the other pages of a filtered list. */
export function ListPages({ path, query, cursor, next }: PagesProps) {
  return (
    <p>
      {cursor && <a href={`${path}?${query}`}>Newest</a>}{" "}
      {next && <a href={`${path}?${new URLSearchParams([...query, ["cursor", next]])}`}>Older</a>}
    </p>
  );
}
