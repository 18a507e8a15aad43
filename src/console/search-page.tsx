import { SEARCHES_PER_HOUR } from "../constants.ts";
import { AppError } from "../errors.ts";
import { callAsOwner } from "../gateway/run-uncharged.ts";
import { Alert, Choice, Field, Filter } from "../http/pages/private-page.tsx";
import { SearchResults } from "../http/pages/search-results.tsx";
import { HOUR_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { spendBudget } from "../platform/limits/limits.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";

const SIMILAR = "find_similar_companies";
const SEARCHES: [tool: string, label: string][] = [
  ["search_companies", "Companies"],
  ["search_jobs", "Open jobs"],
  [SIMILAR, "Companies like a domain"],
];
const MAX_RESULTS = 10;
const MAX_TEXT = 200;

type Asked = { tool: string; text: string; country: string };

async function searchPage(visit: Visit) {
  const { c } = visit;
  const value = (name: string) => (c.req.query(name) ?? "").trim();
  const tool = SEARCHES.find(([name]) => name === value("tool"))?.[0] ?? "search_companies";
  const asked = { tool, text: value("text"), country: value("country") };
  const { answer, problem } = c.req.query("tool") === undefined ? { problem: null } : await ask(visit, asked);
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <p>
        Searches what this deployment has looked up. Free here: {SEARCHES_PER_HOUR} searches an hour, with {MAX_RESULTS}{" "}
        results each; agents get more criteria and pages. <a href={PATHS.docs}>Reference</a>
      </p>
      <Filter to={CONSOLE.search} submit="Search">
        <Choice id="tool" label="Find" chosen={tool} options={SEARCHES} />
        <Field id="text" label="Words, or a domain" type="search" value={asked.text} maxlength={MAX_TEXT} />
        <Field id="country" label="Country (two letters)" value={asked.country} maxlength={2} />
      </Filter>
      {answer && <SearchResults tool={tool} input={searchInput(asked)} answer={answer} />}
    </>
  );
}

function searchInput({ tool, text, country }: Asked) {
  return { ...(text && { [tool === SIMILAR ? "domain" : "text"]: text }), ...(country && { country }) };
}

/** The tool's answer, or why it was refused. Not charged, so an organisation has a budget of searches. Throws a fault of the service. */
async function ask({ c, session }: Visit, asked: Asked) {
  const { tool, text, country } = asked;
  try {
    if (!text && !country) throw new AppError("invalid_request", "Enter words or a country.");
    const name = `console-search:${session.organisationId}`;
    const windows = [{ limit: SEARCHES_PER_HOUR, windowMs: HOUR_MS }];
    await spendBudget(c.env, { name, what: "searches in the console", windows });
    const order = text && tool === "search_companies" ? { order: "best" } : {};
    const input = { ...searchInput(asked), ...order, limit: MAX_RESULTS };
    return { answer: await callAsOwner(c, session, tool, input), problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    c.status(error.status as 400);
    for (const [name, value] of Object.entries(error.allHeaders())) c.header(name, value);
    return { problem: error.detail };
  }
}

export const search: ConsolePage = { title: "Search", view: searchPage };
