import { nodesAt, type Row, valueAt } from "../../lib/json-paths.ts";
import { isObject, parseJson, record, string } from "../../lib/loose-json.ts";
import { parseXml } from "../../lib/xml.ts";
import type { BoardContents, BoardRef, RawJob } from "../../readers/jobs/job.ts";
import { decodedRow, type JobFields, jobOfRow } from "../../readers/jobs/job-fields.ts";
import { linkedPostings } from "../../readers/jobs/posting-json-ld.ts";
import { type Document, documentOf } from "../../readers/page/document.ts";
import { decodeEntities, textOfHtml } from "../../readers/page/html-text.ts";
import { type ApiOptions, type Board, BoardFailure, type BoardReader, filled, isNotFound } from "./board-reader.ts";

const MAX_PAGES = 20;

/** The jobs of a list in pages. Throws what the first page throws; a later failure truncates the list. */
export async function readPages(
  read: (page: number) => Promise<{ jobs: RawJob[]; isLast: boolean }>,
): Promise<Omit<BoardContents, "name">> {
  const jobs: RawJob[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const found = page === 0 ? await read(page) : await read(page).catch(() => null);
    if (!found) return { jobs, isTruncated: true };
    const known = new Set(jobs.map(({ id, url }) => id ?? url));
    jobs.push(...found.jobs.filter(({ id, url }) => !known.has(id ?? url)));
    // A page that brings nothing new: the host does not page, or repeats the last one.
    if (found.isLast || jobs.length === known.size) return { jobs };
  }
  return { jobs, isTruncated: true };
}

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
async function withDetails(
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

/** An address with `{token}`, `{host}`, and of a page `{skip}` or its number `{page}`; of several, the first that exists. */
type Address = string | ((ref: BoardRef) => string | string[]);

/** An API of the vendor, JSON of a tenant, an XML feed, or JSON that a script of a page assigns. */
type JobList = { fields: JobFields } & (
  | ({ api: Address; pagePaceMs?: number } & ApiOptions)
  | { json: Address }
  /** `gone`: words of an answer that stands for a list that was removed. */
  | { xml: Address; gone?: string }
  | { script: Address; variable: string }
) & {
    /** Where the list is, in an answer that is not the bare list; or what makes rows of an answer. */
    at?: string | ((body: unknown) => Row[]);
    /** Where the answer has the employer's name; that of `nameFrom`, which is asked when no job has it. */
    name?: string;
    nameFrom?: string;
    /** The address of a job by `{id}`, where rows have none. */
    jobPage?: string;
    /** What an empty list means, where it may be an unknown tenant or a passing failure. */
    whenEmpty?: "not_found" | "ask_again";
    /** Where a row says that it is not a published position. */
    isHidden?: (row: Row) => boolean;
    /** Where the list comes in pages: the most rows of one, or where an answer says how many there are. */
    pageSize?: number;
    pages?: string;
    /** What is read of single jobs, when the list lacks it. */
    detail?: (reader: BoardReader, job: RawJob, ref: BoardRef) => Promise<RawJob | null>;
  };

/** Reads a list of jobs as it is described. */
export function listed(list: JobList): NonNullable<Board["read"]> {
  const { name: nameAt = "", pageSize, pages, nameFrom, jobPage, whenEmpty, detail } = list;
  return async (reader, ref) => {
    let addresses = addressesOf(list, ref);
    let name: unknown = null;
    const read = async (page: number): Promise<{ jobs: RawJob[]; isLast: boolean }> => {
      const [address = "", ...others] = addresses;
      let body: unknown;
      try {
        body = await answerOf(reader, list, ref, address, page);
        addresses = [address];
      } catch (error) {
        if (others.length === 0 || !isNotFound(error)) throw error;
        addresses = others;
        return read(page);
      }
      if (!nameFrom) name ??= valueAt(body, nameAt);
      const jobs = jobsOf(rowsOf(body, list), list);
      const hasMore = pages ? page + 1 < Number(valueAt(body, pages)) : jobs.length === pageSize;
      return { jobs, isLast: !hasMore || jobs.length === 0 };
    };
    let found = await readPages(read);
    if (found.jobs.length === 0 && whenEmpty === "not_found") throw new BoardFailure({ status: "not_found" });
    if (found.jobs.length === 0 && whenEmpty === "ask_again") found = await readPages(read);
    if (nameFrom && !found.jobs.some(({ company }) => company))
      name = valueAt(await answerOf(reader, list, ref, nameFrom, 0).catch(() => null), nameAt);
    if (jobPage) for (const job of found.jobs) job.url ??= job.id && filled(jobPage, ref).replace("{id}", `${job.id}`);
    if (detail) found.jobs = await withDetails(reader, found.jobs, (job) => detail(reader, job, ref));
    return { ...found, name: string(name) };
  };
}

function addressesOf(list: JobList, ref: BoardRef): string[] {
  const address = "api" in list ? list.api : "json" in list ? list.json : "xml" in list ? list.xml : list.script;
  return [typeof address === "function" ? address(ref) : address].flat();
}

async function answerOf(reader: BoardReader, list: JobList, ref: BoardRef, address: string, page: number) {
  const url = filled(address, ref)
    .replace("{skip}", `${page * (list.pageSize ?? 0)}`)
    .replace("{page}", `${page + 1}`);
  if ("api" in list) {
    const { timeoutMs, leanUrl, pagePaceMs, paceMs = page > 0 ? pagePaceMs : undefined } = list;
    return reader.api(url, {
      ...(timeoutMs && { timeoutMs }),
      ...(paceMs && { paceMs }),
      ...(leanUrl && { leanUrl: filled(leanUrl, ref) }),
    });
  }
  if ("json" in list) return reader.json(url);
  const { text } = await reader.page(url);
  const isGone = "xml" in list && list.gone !== undefined && text.includes(list.gone);
  const data = "xml" in list ? decodedRow(parseXml(text)) : assignedJson(text, list.variable);
  if (isGone || data === undefined) throw new BoardFailure({ status: "not_found" });
  return data;
}

/** The rows at the place of the list, or of a bare list. Throws {@link BoardFailure} without a list. */
function rowsOf(body: unknown, list: JobList): Row[] {
  const { at = "" } = list;
  if (typeof at === "function") return at(body);
  if (!("xml" in list)) {
    const value = at.split(".").reduce<unknown>((inner, key) => record(inner)[key], body);
    return listOrFail(Array.isArray(body) ? body : value);
  }
  // An element stands for a list of none, one or several; a document with another root is no feed.
  const [root = ""] = at.split(".");
  if (!(root in record(body))) throw new BoardFailure({ status: "failed" });
  return nodesAt(body, `${at}[]`).map(record);
}

/** The list that an answer has. Throws {@link BoardFailure} when it is not a list. */
export function listOrFail(value: unknown): Row[] {
  if (!Array.isArray(value)) throw new BoardFailure({ status: "failed" });
  return value.filter(isObject);
}

/** The published jobs of the rows; some boards repeat a job for each of its places. */
function jobsOf(rows: Row[], { fields, isHidden }: JobList): RawJob[] {
  const jobs = new Map<unknown, RawJob>();
  for (const [index, row] of rows.entries()) {
    if (isHidden?.(row)) continue;
    const job = jobOfRow(row, fields);
    const known = jobs.get(job.id);
    if (known) known.places = [...(known.places ?? []), ...(job.places ?? [])];
    else jobs.set(job.id ?? index, job);
  }
  return [...jobs.values()];
}
