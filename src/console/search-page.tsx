import { SEARCHES_PER_HOUR } from "../constants.ts";
import { AppError } from "../errors.ts";
import { callAsOwner } from "../gateway/call-as-owner.ts";
import { callContextOf } from "../http/app-env.ts";
import { Alert, Choice, Field, Form, Time } from "../http/pages/private-page.tsx";
import { numbers, Records } from "../http/pages/record-table.tsx";
import { record, records } from "../lib/loose-json.ts";
import { formatCount } from "../lib/numbers.ts";
import { HOUR_MS } from "../lib/time.ts";
import { PATHS } from "../paths.ts";
import { spendBudget } from "../platform/limits/limits.ts";
import { toolsOf } from "../tools/index.ts";
import { rememberUnservedTools } from "../tools/served.ts";
import { SEARCH_MATCHED, tokensOf } from "../watches/event-types.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";

const SIMILAR = "find_similar_companies";
const SEARCHES: [tool: string, label: string][] = [
  ["search_companies", "Companies"],
  ["search_jobs", "Open jobs"],
  [SIMILAR, "Companies like a domain"],
];
/** Tools of a batch that need nothing but a domain. */
const BATCH_TOOLS = ["get_company", "get_company_hiring", "list_technologies", "list_company_jobs", "detect_signal"];
const MAX_RESULTS = 10;
const WATCH_CAP = "100";
const MAX_TEXT = 200;
const MAX_SHOWN = 160;
const MAX_REASONS = 6;

type Asked = { tool: string; text: string; country: string };
type Answer = Record<string, unknown>;

/** A search of the index with its results, and the form that prices a batch for the companies that were found. */
export async function searchPage(visit: Visit) {
  const { c, token } = visit;
  const value = (name: string) => (c.req.query(name) ?? "").trim();
  const tool = SEARCHES.find(([name]) => name === value("tool"))?.[0] ?? "search_companies";
  const asked = { tool, text: value("text"), country: value("country") };
  const { answer, problem } = c.req.query("tool") === undefined ? { problem: null } : await ask(visit, asked);
  const found = records(answer?.companies ?? answer?.jobs);
  const domains = new Set(found.flatMap(({ domain, company }) => domain ?? record(company).domain ?? []));
  const unserved = await rememberUnservedTools(callContextOf(c));
  const tools = toolsOf(c.var.config).filter(({ name }) => BATCH_TOOLS.includes(name) && !unserved.has(name));
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <p>
        Searches what this deployment has looked up. Free here: {SEARCHES_PER_HOUR} searches an hour, with {MAX_RESULTS}{" "}
        results each; agents get more criteria and pages. <a href={PATHS.docs}>Reference</a>
      </p>
      <form class="filter" method="get" action={CONSOLE.search}>
        <div>
          <Choice id="tool" label="Find" chosen={tool} options={SEARCHES} />
        </div>
        <div>
          <Field id="text" label="Words, or a domain" type="search" value={asked.text} maxlength={MAX_TEXT} />
        </div>
        <div>
          <Field id="country" label="Country (two letters)" value={asked.country} maxlength={2} />
        </div>
        <button type="submit">Search</button>
      </form>
      {answer && <Coverage of={answer} isEmpty={found.length === 0} />}
      {tool === "search_jobs" ? <Jobs of={found} /> : <Companies of={found} />}
      {domains.size > 0 && tools.length > 0 && (
        <>
          <h2>Start a batch with these companies</h2>
          <Form
            to={CONSOLE.batchEstimate}
            token={token}
            hasFile
            submit="See what it costs"
            hidden={{ name: "Found by search", csv: ["domain", ...domains].join("\n"), field_domain: "domain" }}
          >
            <label for="batch">Tool for {formatCount(domains.size)} domains</label>
            <select id="batch" name="tool">
              {tools.map(({ name, cost }) => (
                <option value={name}>
                  {name}, {cost} {cost === 1 ? "token" : "tokens"} a line
                </option>
              ))}
            </select>
            <p class="hint">You see the price and set a cap before anything is charged.</p>
          </Form>
        </>
      )}
      {answer && tool !== SIMILAR && (
        <>
          <h2>Watch this search</h2>
          <Form to={`${CONSOLE.watchSearch}?${new URLSearchParams(asked)}`} token={token} submit="Start a watch">
            <Field
              id="cap"
              name="max_tokens_month"
              label="Tokens a month, at most"
              type="number"
              min={1}
              value={WATCH_CAP}
            />
            <p class="hint">
              Looks each day, and reports what begins to match: {tokensOf(SEARCH_MATCHED, c.var.config)} tokens each,
              and no more than this in a month.
            </p>
          </Form>
        </>
      )}
    </>
  );
}

/** The criteria of a search, as its tool takes them. */
export function searchInput({ tool, text, country }: Asked) {
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

function Coverage({ of: { total, index }, isEmpty }: { of: Answer; isEmpty: boolean }) {
  const { companies, jobs, note } = record(index);
  return (
    <p role="status">
      {isEmpty ? "Nothing was found. " : `${formatCount(Number(total))} found. `}
      {typeof note === "string"
        ? note
        : `The index has ${formatCount(Number(companies))} companies and ${formatCount(Number(jobs))} open jobs.`}
    </p>
  );
}

function Companies({ of: found }: { of: Answer[] }) {
  return (
    <Records
      columns={["Company", "Country", "Size", ...numbers("Open jobs"), "Why"]}
      rows={found.map(({ name, domain, country, size, open_jobs: jobs, why, reasons }) => [
        <>
          <Named name={name} domain={domain} />
          {domain ? (
            <a href={`${CONSOLE.search}?${new URLSearchParams({ tool: SIMILAR, text: `${domain}` })}`}>Similar</a>
          ) : null}
        </>,
        textOf(country),
        textOf(size),
        Number(jobs),
        records(why ?? reasons)
          .slice(0, MAX_REASONS)
          .map((reason) => (
            <div>
              {textOf(reason.criterion ?? reason.kind)}:{" "}
              <Link to={records(reason.evidence)[0]?.url} text={textOf(reason.value)} />
            </div>
          )),
      ])}
    />
  );
}

function Jobs({ of: found }: { of: Answer[] }) {
  return (
    <Records
      columns={["Job", "Company", "Place", "Posted", "Proof of the company"]}
      rows={found.map(({ title, url, company, location, country, posted_at: posted }) => [
        <Link to={url} text={textOf(title)} />,
        <Named name={record(company).name} domain={record(company).domain} />,
        textOf(location ?? country),
        typeof posted === "string" && !Number.isNaN(Date.parse(posted)) && <Time at={Date.parse(posted)} />,
        records(record(company).proof).map((page) => (
          <div>
            <Link to={page.url} text={textOf(page.url)} />
          </div>
        )),
      ])}
    />
  );
}

function Named({ name, domain }: { name: unknown; domain: unknown }) {
  return (
    <>
      {textOf(name ?? domain)}
      {domain && name ? <div class="hint">{textOf(domain)}</div> : null}
    </>
  );
}

/** A link to a page of another site; text alone without its address. */
export function Link({ to, text }: { to: unknown; text: string }) {
  if (typeof to !== "string" || !/^https?:\/\//.test(to)) return <>{text}</>;
  return (
    <a href={to} rel="noreferrer nofollow">
      {text}
    </a>
  );
}

/** A value as a text of bounded length. */
export function textOf(value: unknown): string {
  const text = value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
