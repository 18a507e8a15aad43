import type { Child } from "hono/jsx";
import { Choice, Field, Filter } from "../http/pages/private-page.tsx";
import type { Payers } from "./payers.tsx";
import { MAX_TEXT_LENGTH } from "./transaction-filter.ts";

export const ALL: [string, string] = ["", "All"];

type FilterProps = {
  path: string;
  query: URLSearchParams;
  payers: Payers;
  /** Label of the text field. */
  text: string;
  /** Fields of this list only. */
  children: Child;
};

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
