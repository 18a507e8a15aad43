import { moment, record, records, string, webUrl } from "../../lib/loose-json.ts";
import { decodeEntities } from "../../text/html-entities.ts";
import { textOfHtml } from "../../text/html-text.ts";
import type { Job } from "../facts/job.ts";

/** A job board with a public interface: where sites name it, how it is asked, and how its answer is read. */
export type Board = {
  name: "greenhouse" | "lever" | "ashby" | "workable";
  /** What a page names the board by; the first group is the company's token. */
  marks: RegExp[];
  /** The page for people. */
  pageUrl(token: string): string;
  apiUrl(token: string, skip: number): string;
  /** The same without descriptions, for a board too large to be read with them. */
  leanUrl?(token: string): string;
  /** Jobs in one answer when there are more to come; without it one answer holds all. */
  pageSize?: number;
  /** The one host that the API may redirect to. */
  redirectHost?: string;
  /** Null when the answer is not of the documented shape. `name` is the company as the board has it. */
  read(body: unknown): { name: string | null; jobs: Job[] } | null;
};

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;

/** The boards and their public interfaces (developers.greenhouse.io/job-board, github.com/lever/postings-api, developers.ashbyhq.com, help.workable.com). */
export const BOARDS: readonly Board[] = [
  {
    name: "greenhouse",
    marks: [
      /\b(?:job-)?boards(?:\.eu)?\.greenhouse\.io\/embed\/job_(?:board|app)(?:\/js)?\?(?:[^"'\s<>]*?&)?for=([\w-]+)/gi,
      /\b(?:job-)?boards(?:\.eu)?\.greenhouse\.io\/(?!embed\b)([\w-]+)/gi,
      /\bboards-api\.greenhouse\.io\/v1\/boards\/([\w-]+)/gi,
    ],
    pageUrl: (token) => `https://boards.greenhouse.io/${token}`,
    apiUrl: (token) => `https://boards-api.greenhouse.io/v1/boards/${token}/jobs?content=true`,
    leanUrl: (token) => `https://boards-api.greenhouse.io/v1/boards/${token}/jobs`,
    read: (body) => readList(record(body).jobs, greenhouseJob),
  },
  lever("lever.co"),
  lever("eu.lever.co"),
  {
    name: "ashby",
    marks: [/\bjobs\.ashbyhq\.com\/([\w.%-]+)/gi, /\bapi\.ashbyhq\.com\/posting-api\/job-board\/([\w.%-]+)/gi],
    pageUrl: (token) => `https://jobs.ashbyhq.com/${token}`,
    apiUrl: (token) => `https://api.ashbyhq.com/posting-api/job-board/${token}?includeCompensation=true`,
    read: (body) => readList(record(body).jobs, ashbyJob),
  },
  {
    name: "workable",
    marks: [
      /\bapply\.workable\.com\/(?!api\b|j\b|assets\b)([\w-]+)/gi,
      /\bworkable\.com\/api\/(?:v\d\/widget\/)?accounts\/([\w-]+)/gi,
      /\/\/(?!www\.|apply\.|jobs\.|help\.|resources\.)([\w-]+)\.workable\.com\b/gi,
    ],
    pageUrl: (token) => `https://apply.workable.com/${token}/`,
    apiUrl: (token) => `https://www.workable.com/api/accounts/${token}?details=true`,
    redirectHost: "apply.workable.com",
    read: (body) => readList(record(body).jobs, workableJob, string(record(body).name)),
  },
];

function lever(domain: string): Board {
  const host = domain.replaceAll(".", "\\.");
  return {
    name: "lever",
    marks: [
      new RegExp(`\\bjobs\\.${host}/([\\w.-]+)`, "gi"),
      new RegExp(`\\bapi\\.${host}/v0/postings/([\\w.-]+)`, "gi"),
    ],
    pageUrl: (token) => `https://jobs.${domain}/${token}`,
    apiUrl: (token, skip) => `https://api.${domain}/v0/postings/${token}?mode=json&skip=${skip}&limit=100`,
    pageSize: 100,
    read: (body) => readList(body, leverJob),
  };
}

type Entry = Record<string, unknown>;
/** Null for an entry that is not open to the public. */
type ReadEntry = (entry: Entry) => Partial<Record<keyof Job, unknown>> | null;

function readList(list: unknown, readEntry: ReadEntry, name: string | null = null) {
  if (!Array.isArray(list)) return null;
  const jobs = records(list).flatMap((entry): Job[] => {
    const read = readEntry(entry);
    const id = typeof read?.id === "number" ? String(read.id) : string(read?.id);
    const title = textOfHtml(string(read?.title) ?? "", MAX_TITLE_LENGTH);
    if (!read || !id || !title) return [];
    const line = (value: unknown) => textOfHtml(string(value) ?? "", MAX_TITLE_LENGTH) || null;
    const description = textOfHtml(string(read.description) ?? "", MAX_DESCRIPTION_LENGTH) || null;
    return [
      {
        id: textOfHtml(id, MAX_TITLE_LENGTH),
        title,
        url: webUrl(read.url),
        location: line(read.location),
        department: line(read.department),
        posted_at: moment(read.posted_at),
        description,
      },
    ];
  });
  return { name, jobs };
}

function greenhouseJob(job: Entry) {
  return {
    id: job.id,
    title: job.title,
    url: job.absolute_url,
    location: record(job.location).name,
    department: records(job.departments)[0]?.name,
    posted_at: job.first_published ?? job.updated_at,
    // Entity-encoded HTML: the outer layer goes here, the inner one with the markup.
    description: decodeEntities(string(job.content) ?? ""),
  };
}

function leverJob(posting: Entry) {
  const categories = record(posting.categories);
  const everywhere = [categories.allLocations].flat().map(string).filter(Boolean).join(", ");
  return {
    id: posting.id,
    title: posting.text,
    url: posting.hostedUrl,
    location: string(categories.location) ?? everywhere,
    department: string(categories.department) ?? categories.team,
    posted_at: posting.createdAt,
    description: posting.descriptionPlain ?? posting.description,
  };
}

function ashbyJob(job: Entry) {
  if (job.isListed === false) return null;
  return {
    id: job.id,
    title: job.title,
    url: job.jobUrl,
    location: string(job.location) ?? (job.isRemote === true ? "Remote" : null),
    department: string(job.department) ?? job.team,
    posted_at: job.publishedAt,
    description: job.descriptionPlain ?? job.descriptionHtml,
  };
}

function workableJob(job: Entry) {
  const place = [job.city, job.state, job.country].map(string).filter(Boolean).join(", ");
  return {
    id: job.shortcode ?? job.code,
    title: job.title,
    url: job.url ?? job.shortlink,
    location: place || (job.telecommuting === true ? "Remote" : null),
    department: job.department,
    posted_at: job.published_on ?? job.created_at,
    description: job.description,
  };
}
