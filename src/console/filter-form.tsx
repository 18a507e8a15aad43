import type { Child } from "hono/jsx";
import { Choice, Field } from "../http/pages/private-page.tsx";
import { MAX_TEXT_LENGTH, type Payers } from "./transaction-filter.ts";

export const ALL: [string, string] = ["", "All"];

type FilterProps = {
  path: string;
  query: URLSearchParams;
  payers: Payers;
  /** Label of the text field. */
  text: string;
  /** Fields of this list only. */
  fields: Child;
  children?: Child;
};

/** The filter above a list of calls or movements: text, the list's own fields, payer and period. */
export function FilterForm({ path, query, payers, text, fields, children }: FilterProps) {
  const value = (name: string) => query.get(name) ?? "";
  return (
    <form class="filter" method="get" action={path}>
      <div>
        <Field id="q" label={text} type="search" value={value("q")} maxlength={MAX_TEXT_LENGTH} />
      </div>
      {fields}
      <div>
        <Choice id="payer" label="Paid by" chosen={value("payer")} options={[ALL, ...payers]} />
      </div>
      <div>
        <Field id="from" label="From (UTC)" type="date" value={value("from")} />
      </div>
      <div>
        <Field id="to" label="To" type="date" value={value("to")} />
      </div>
      <button type="submit">Show</button>
      {query.size > 0 && <a href={path}>Clear</a>}
      {children}
    </form>
  );
}
