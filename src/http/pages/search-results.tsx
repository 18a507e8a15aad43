import { record, records, string } from "../../lib/loose-json.ts";
import { formatCount } from "../../lib/numbers.ts";
import { PATHS } from "../../paths.ts";
import { numbers, Records } from "./figures.tsx";
import { Time } from "./private-page.tsx";

const SIMILAR = "find_similar_companies";
/** The tools whose answers {@link SearchResults} shows. */
export const SEARCHES = ["search_jobs", "search_companies", SIMILAR];
const MAX_SHOWN = 160;
const MAX_REASONS = 6;

type Answer = Record<string, unknown>;

/** What a search found, each row with its reason, and links to the pages of the console that start a batch or a watch from it. */
export function SearchResults({ tool, input, answer }: { tool: string; input: Answer; answer: Answer }) {
  const found = records(answer.companies ?? answer.jobs);
  const domains = new Set(found.flatMap(({ domain, company }) => string(domain ?? record(company).domain) ?? []));
  return (
    <>
      <Coverage of={answer} isEmpty={found.length === 0} />
      {tool === "search_jobs" ? <Jobs of={found} /> : <Companies of={found} />}
      <p>
        {domains.size > 0 && (
          <a class="button" href={`${PATHS.consoleBatches}?${new URLSearchParams({ domains: [...domains].join() })}`}>
            Start a batch
          </a>
        )}
        {tool !== SIMILAR && (
          <a
            class="button"
            href={`${PATHS.consoleWatches}?${new URLSearchParams({ search: JSON.stringify({ tool, input }) })}#make`}
          >
            Watch this search
          </a>
        )}
      </p>
    </>
  );
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
        [
          nameOf({ name, domain }),
          domain ? (
            <a href={`${PATHS.consoleSearch}?${new URLSearchParams({ tool: SIMILAR, text: `${domain}` })}`}>Similar</a>
          ) : null,
        ],
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
        nameOf(record(company)),
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

function nameOf({ name, domain }: Answer) {
  return [textOf(name ?? domain), domain && name ? <div class="hint">{textOf(domain)}</div> : null];
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
