import { nodesAt, type Row, valueAt } from "../../lib/json-paths.ts";
import { record, string } from "../../lib/loose-json.ts";
import { parseXml } from "../../lib/xml.ts";
import { decodedRow, type JobFields, jobOfRow } from "../../readers/jobs/job-fields.ts";
import { readPages } from "../../readers/jobs/paged-list.ts";
import type { BoardContents, BoardRef, RawJob } from "../../readers/jobs/raw-job.ts";
import type { Board } from "./board.ts";
import { BoardFailure, type BoardReader, listOrFail } from "./board-reader.ts";
import { withDetails } from "./listed-pages.ts";

/** A list at an address with `{token}`, `{host}`, `{skip}`: an API of the vendor, JSON of a tenant, or an XML feed. */
export type JobList = { fields: JobFields; at?: string } & (
  | { api: string; timeoutMs?: number }
  | { json: string }
  | { xml: string }
) & {
    /** Where the answer, or that of `nameFrom`, has the employer's name. */
    name?: string;
    nameFrom?: string;
    /** The address of a job by `{id}`, where rows have none. */
    jobPage?: string;
    /** What an empty list means, where it may be an unknown tenant or a passing failure. */
    whenEmpty?: "not_found" | "ask_again";
    /** Where a row says that it is not a published position. */
    isHidden?: (row: Row) => boolean;
    /** The most rows of an answer, where the list comes in pages. */
    pageSize?: number;
    /** What is read of single jobs, when the list lacks it. */
    detail?: (reader: BoardReader, job: RawJob, ref: BoardRef) => Promise<RawJob | null>;
  };

/** Reads a list of jobs as it is described. */
export function listed(list: JobList): NonNullable<Board["read"]> {
  const { pageSize, nameFrom, jobPage, whenEmpty, detail } = list;
  return async (reader, ref) => {
    let name: string | null = null;
    const readName = (body: unknown) => {
      name ??= list.name ? string(valueAt(body, list.name)) : null;
    };
    const read = async (skip: number) => {
      const body = await answerOf(reader, list, ref, skip);
      readName(body);
      return jobsOf(rowsOf(body, list), list);
    };
    if (nameFrom) readName(await reader.json(fill(nameFrom, ref)).catch(() => null));
    const found: Omit<BoardContents, "name"> = pageSize ? await readPages(pageSize, read) : { jobs: await read(0) };
    if (found.jobs.length === 0 && whenEmpty === "not_found") throw new BoardFailure({ status: "not_found" });
    if (found.jobs.length === 0 && whenEmpty === "ask_again") found.jobs = await read(0);
    for (const job of jobPage ? found.jobs : [])
      job.url ??= job.id && fill(jobPage ?? "", ref).replace("{id}", `${job.id}`);
    if (detail) found.jobs = await withDetails(reader, found.jobs, (job) => detail(reader, job, ref));
    return { ...found, name };
  };
}

function fill(url: string, ref: BoardRef): string {
  return url.replaceAll("{token}", ref.token).replaceAll("{host}", ref.host);
}

async function answerOf(reader: BoardReader, list: JobList, ref: BoardRef, skip: number): Promise<unknown> {
  const url = fill("api" in list ? list.api : "json" in list ? list.json : list.xml, ref).replace("{skip}", `${skip}`);
  if ("api" in list) return reader.api(url, list.timeoutMs ? { timeoutMs: list.timeoutMs } : {});
  return "json" in list ? reader.json(url) : xmlBody((await reader.page(url)).text);
}

/** What an XML feed has, its entities resolved. */
export function xmlBody(xml: string): unknown {
  return decodedRow(parseXml(xml));
}

/** The rows at the place of the list, or of a bare list. Throws {@link BoardFailure} without a list. */
function rowsOf(body: unknown, list: JobList): Row[] {
  const { at = "" } = list;
  if ("xml" in list) return xmlRows(body, at);
  const value = at.split(".").reduce<unknown>((inner, key) => record(inner)[key], body);
  return listOrFail(Array.isArray(body) ? body : value);
}

/** The elements at a path of an XML feed: none, one or several. Throws {@link BoardFailure} for a document with another root. */
export function xmlRows(body: unknown, at: string): Row[] {
  const [root = ""] = at.split(".");
  if (!(root in record(body))) throw new BoardFailure({ status: "failed" });
  return nodesAt(body, `${at}[]`).map(record);
}

/** The published jobs of the rows; some boards repeat a job for each of its places. */
export function jobsOf(rows: Row[], { fields, isHidden }: Pick<JobList, "fields" | "isHidden">): RawJob[] {
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
