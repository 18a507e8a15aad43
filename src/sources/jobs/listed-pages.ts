import { parseJson } from "../../lib/loose-json.ts";
import { linkedPostings } from "../../readers/jobs/posting-json-ld.ts";
import type { RawJob } from "../../readers/jobs/raw-job.ts";
import { type Document, documentOf } from "../../readers/page/document.ts";
import { decodeEntities } from "../../readers/page/html-entities.ts";
import { textOfHtml } from "../../readers/page/html-text.ts";
import type { BoardReader } from "./board-reader.ts";

/** A link of a list page: its text, and the texts up to the next link, each with its class. */
export type ListedLink = { url: string; title: string; after: { text: string; className: string }[] };

const MAX_LINKS = 2_000;
const MAX_TEXT_LENGTH = 200;
const MAX_TEXTS = 12;
const MAX_DETAILS = 10;

/** The links of a page whose path matches, each address once, in the page's order. Linear in the length of the page. */
export function listedLinks({ tags, url: base }: Document, path: RegExp): ListedLink[] {
  const found = new Map<string, ListedLink>();
  let current: ListedLink | undefined;
  let isInLink = false;
  let className = "";
  for (const tag of tags) {
    if (tag.kind === "open") {
      const { attributes } = tag;
      className = attributes.class ?? "";
      if (tag.name !== "a") continue;
      const url = URL.parse(decodeEntities(attributes.href ?? ""), base);
      if (!url || !path.test(url.pathname)) continue;
      const address = url.origin + url.pathname;
      current = found.get(address) ?? { url: address, title: "", after: [] };
      if (found.size < MAX_LINKS) found.set(address, current);
      isInLink = true;
    } else if (tag.kind === "close") {
      if (tag.name === "a") isInLink = false;
    } else if (current) {
      const text = textOfHtml(tag.text, MAX_TEXT_LENGTH);
      if (!text) continue;
      if (isInLink && !current.title) current.title = text;
      else if (current.after.length < MAX_TEXTS) current.after.push({ text, className });
    }
  }
  return [...found.values()].filter(({ title }) => title);
}

/** Adds `detail` to the first jobs while there is time; the others stay as the list has them. */
export async function withDetails(
  reader: BoardReader,
  jobs: RawJob[],
  detail: (job: RawJob) => Promise<RawJob | null>,
): Promise<RawJob[]> {
  const detailed = [...jobs];
  for (const [index, job] of jobs.slice(0, MAX_DETAILS).entries()) {
    if (!reader.hasTime()) break;
    const more = await detail(job).catch(() => null);
    if (!more) continue;
    const given = Object.entries(more).filter(([, value]) => value !== null && value !== undefined && !isEmpty(value));
    detailed[index] = { ...job, ...Object.fromEntries(given) };
  }
  return detailed;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => !item || Object.values(item).every((part) => !part));
}

/** What the JSON-LD of a posting's own page adds to its entry in a list, whose id and address are kept. */
export async function postingDetail(reader: BoardReader, job: RawJob): Promise<RawJob | null> {
  const { facts } = documentOf(await reader.page(String(job.url)));
  const [posting] = linkedPostings(facts.jsonLd);
  if (!posting) return null;
  const { id: _, url: __, homes: ___, validThrough: ____, title, salary, ...more } = posting;
  return { ...more, title: job.title ?? title, salary: salary?.currency ? salary : job.salary };
}

/** The first jobs with what their own pages say of them. */
export function withPostings(reader: BoardReader, jobs: RawJob[]): Promise<RawJob[]> {
  return withDetails(reader, jobs, (job) => postingDetail(reader, job));
}

/** The JSON value that a script assigns after `name`, e.g. `window.pageData = {…};`; undefined when there is none. Linear. */
export function assignedJson(html: string, name: string): unknown {
  const at = html.indexOf(name);
  if (at < 0) return undefined;
  const start = html.slice(at + name.length, at + name.length + 40).search(/[[{]/);
  if (start < 0) return undefined;
  const from = at + name.length + start;
  let depth = 0;
  let isInString = false;
  for (let index = from; index < html.length; index++) {
    const character = html[index];
    if (isInString) {
      if (character === "\\") index++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) {
      return parseJson(html.slice(from, index + 1));
    }
  }
  return undefined;
}
