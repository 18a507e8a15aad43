import type { AppContext } from "../http/app-env.ts";
import type { Transaction, TransactionFilter } from "../ledger/history.ts";
import { DAY_MS } from "../lib/time.ts";

export const MAX_TEXT_LENGTH = 100;
export const MOVEMENTS: Record<Transaction["type"], string> = {
  grant: "Granted",
  purchase: "Bought",
  charge: "Call",
  refund: "Refund",
  transfer: "Moved between workspaces",
  reversal: "Taken back after a refund of money",
  expire: "Trial expired",
};

const FIELDS = ["q", "type", "payer", "from", "to"];

/** The filter as query parameters, for links and fields. */
export function filterQuery(c: AppContext, fields = FIELDS): URLSearchParams {
  const given = fields.map((name) => [name, (c.req.query(name) ?? "").trim().slice(0, MAX_TEXT_LENGTH)]);
  return new URLSearchParams(given.filter(([, value]) => value));
}

/** Invalid parameters are ignored: the form shows the filter in force. */
export function readFilter(c: AppContext): TransactionFilter {
  const query = filterQuery(c);
  const type = query.get("type") ?? "";
  const [text, payer] = [query.get("q"), query.get("payer")];
  return {
    ...readPeriod(query),
    ...(Object.hasOwn(MOVEMENTS, type) && { type: type as Transaction["type"] }),
    ...(payer && { payer }),
    ...(text && { text: text.toLowerCase() }),
  };
}

/** The days `from` and `to` of a filter, UTC. */
export function readPeriod(query: URLSearchParams): Pick<TransactionFilter, "from" | "to"> {
  const day = (name: string) => {
    const text = query.get(name) ?? "";
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  };
  const [from, to] = [day("from"), day("to")];
  return { ...(from >= 0 && { from }), ...(to >= 0 && { to: to + DAY_MS - 1 }) };
}
