import { log } from "../../lib/log.ts";
import { isObject, nodesAt, parseJson, type Row, record, string, valueAt } from "../../lib/loose-json.ts";
import { parseXml } from "../../lib/xml.ts";
import type { BoardContents, BoardRef, RawJob } from "../../readers/jobs/job.ts";
import { decodedFeed, jobOfRow } from "../../readers/jobs/job-fields.ts";
import { linkedPostings } from "../../readers/jobs/posting-json-ld.ts";
import { type Document, documentOf } from "../../readers/page/document.ts";
import { type BoardMark, filled, type JobList } from "./board.ts";
import { BoardFailure, type BoardReader, type BoardState } from "./board-reader.ts";

const MAX_PAGES = 20;
const MAX_DETAILS = 10;

/** The result of reading a board. */
export type BoardAnswer = ({ status: "ok" } & BoardContents) | BoardState;

/** Reads all open positions of a board, or says why that failed. Never throws. */
export async function readBoard(reader: BoardReader, { board, ref }: BoardMark): Promise<BoardAnswer> {
  const isOff = board.needsOperator && !reader.isOn(board.name);
  const list = typeof board.list === "function" ? board.list(ref, reader) : board.list;
  if (!list || isOff || !(ref.token || ref.host)) return { status: "not_read" };
  try {
    return { status: "ok", ...(await readList(reader, list, ref)) };
  } catch (error) {
    if (error instanceof BoardFailure) return error.answer;
    log("warn", "board_not_understood", { board: board.name, cause: error });
    return { status: "failed" };
  }
}

/** Reads a list of jobs as it is described. Throws {@link BoardFailure}. */
async function readList(reader: BoardReader, list: JobList, ref: BoardRef): Promise<BoardContents> {
  const { whenEmpty, jobPage, detail, name = "", nameFrom } = list;
  const found = await readPages(reader, list, ref);
  if (found.jobs.length === 0 && whenEmpty === "not_found") throw new BoardFailure({ status: "not_found" });
  if (found.jobs.length === 0 && whenEmpty === "ask_again") Object.assign(found, await readPages(reader, list, ref));
  if (nameFrom && !found.jobs.some(({ company }) => company))
    found.name = string(valueAt(await answerOf(reader, list, ref, nameFrom, 0).catch(() => null), name));
  if (jobPage) for (const job of found.jobs) job.url ??= job.id && filled(jobPage, ref).replace("{id}", `${job.id}`);
  if (!detail) return found;
  // While there is time; the others stay as the list has them.
  for (const job of found.jobs.slice(0, MAX_DETAILS)) {
    if (!reader.hasTime()) break;
    const more = Object.entries((await detail(reader, job, ref).catch(() => null)) ?? {});
    const given = more.filter(([, value]) => [value].flat().some((one) => one != null && one !== ""));
    Object.assign(job, Object.fromEntries(given));
  }
  const jobs = found.jobs.filter(({ title }) => title);
  return { ...found, jobs, isTruncated: found.isTruncated || jobs.length < found.jobs.length };
}

/** Throws what the first page throws; a later failure truncates the list. */
async function readPages(reader: BoardReader, list: JobList, ref: BoardRef): Promise<BoardContents> {
  let [address = "", other] = [list.api ?? list.json ?? list.xml ?? list.html ?? list.script ?? []].flat();
  const read = async (page: number) => {
    const body = await answerOf(reader, list, ref, address, page);
    return { body, jobs: list.jobs?.(body) ?? jobsOf(rowsOf(body, list), list) };
  };
  const readFirst = () =>
    read(0).catch((error: unknown) => {
      if (!other || !(error instanceof BoardFailure && error.answer.status === "not_found")) throw error;
      address = other;
      return read(0);
    });
  // The rest of the time is for details.
  const readLater = async (page: number) => (list.detail && !reader.hasTime() ? null : read(page).catch(() => null));
  const found: BoardContents = { name: null, jobs: [] };
  for (let page = 0; page < MAX_PAGES; page++) {
    const next = page === 0 ? await readFirst() : await readLater(page);
    if (!next) break;
    if (list.name && !list.nameFrom) found.name ??= string(valueAt(next.body, list.name));
    const known = new Set(found.jobs.map(({ id, url }) => id ?? url));
    found.jobs.push(...next.jobs.filter(({ id, url }) => !known.has(id ?? url)));
    const { pages, pageSize = Number.POSITIVE_INFINITY } = list;
    const isLast = pages ? page + 1 >= Number(valueAt(next.body, pages)) : next.jobs.length < pageSize;
    // A page that brings nothing new: the host does not page, or repeats the last one.
    if (isLast || found.jobs.length === known.size) return found;
  }
  return { ...found, isTruncated: true };
}

async function answerOf(reader: BoardReader, list: JobList, ref: BoardRef, address: string, page: number) {
  const url = filled(address, ref)
    .replace("{skip}", `${page * (list.pageSize ?? 0)}`)
    .replace("{page}", `${page + 1}`)
    .replace("{index}", `${page}`);
  const { timeoutMs, pagePaceMs, paceMs = page > 0 ? pagePaceMs : undefined, gone, leanUrl, variable = "" } = list;
  if (list.api) return reader.api(url, { timeoutMs, paceMs, leanUrl: leanUrl && filled(leanUrl, ref) });
  if (list.json) return reader.json(url);
  const answer = await reader.page(url);
  if (gone && answer.text.includes(gone)) throw new BoardFailure({ status: "not_found" });
  if (list.xml) return decodedFeed(parseXml(answer.text));
  if (list.links) return listedLinks(documentOf(answer), list.links);
  const data = assignedJson(answer.text, variable);
  if (data === undefined) throw new BoardFailure({ status: "not_found" });
  return data;
}

/** The rows at the place of the list, or of a bare list. Throws {@link BoardFailure} without a list. */
function rowsOf(body: unknown, { at = "", xml }: JobList): Row[] {
  if (typeof at === "function") return at(body);
  if (!xml)
    return listOrFail(Array.isArray(body) ? body : at.split(".").reduce((inner, key) => record(inner)[key], body));
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

/** What the JSON-LD of a posting's own page adds to its entry in a list, whose id and address are kept. */
export async function postingDetail(reader: BoardReader, job: RawJob): Promise<RawJob | null> {
  const { facts } = documentOf(await reader.page(String(job.url)));
  const [posting] = linkedPostings(facts.jsonLd);
  if (!posting) return null;
  const { id: _, url: __, homes: ___, validThrough: ____, title, salary, ...more } = posting;
  return { ...more, title: job.title ?? title, salary: salary?.currency ? salary : job.salary };
}

const MAX_LINKS = 2_000;
const MAX_TEXTS = 12;

/** A link of a list, and the texts up to the next one. */
type ListedLink = { id: string; url: string; title: string; after: { text: string; className: string }[] };

/** The links of a page whose path matches, with its group as their id, each address once, in the page's order. Linear. */
export function listedLinks({ outline: { boxes, items }, url: base }: Document, path: RegExp): ListedLink[] {
  const found = new Map<string, ListedLink>();
  let current: ListedLink | undefined;
  let link = 0;
  for (const { kind, text, box } of items) {
    const url = kind === "link" ? URL.parse(text, base) : null;
    const match = url && path.exec(url.pathname);
    if (match) {
      const address = url.origin + url.pathname;
      current = found.get(address) ?? { id: match[1] ?? address, url: address, title: "", after: [] };
      if (found.size < MAX_LINKS) found.set(address, current);
      link = box;
    } else if (kind === "text" && current) {
      const isInLink = box >= link && box <= (boxes[link]?.last ?? link);
      if (isInLink && !current.title) current.title = text;
      else if (current.after.length < MAX_TEXTS)
        current.after.push({ text, className: boxes[box]?.classes.trim() ?? "" });
    }
  }
  return [...found.values()].filter(({ title }) => title);
}

/** The JSON value that a script assigns after `name`, e.g. `window.pageData = {…};`; undefined when there is none. Linear. */
function assignedJson(html: string, name: string): unknown {
  const at = html.indexOf(name) + name.length;
  const start = html.slice(at, at + 40).search(/[[{]/);
  if (at < name.length || start < 0) return undefined;
  const text = html.slice(at + start);
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{}]/gs)) {
    if (piece === "[" || piece === "{") depth++;
    else if ((piece === "]" || piece === "}") && --depth === 0) return parseJson(text.slice(0, index + 1));
  }
  return undefined;
}
