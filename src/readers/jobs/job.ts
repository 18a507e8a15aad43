import * as z from "zod";
import { SENIORITIES } from "../titles/job-title.ts";

/** A posting in a board's own terms. `jobOf` makes texts inert and values comparable. */
export type RawJob = {
  /** Texts, or objects of `city`, `region` and `country`. */
  places?: unknown[];
  /** ISO 3166-1 code or a country's name, when the place does not say. */
  country?: unknown;
  /** The board's word for onsite, hybrid or remote. */
  workplace?: unknown;
  salary?: { min?: unknown; max?: unknown; currency?: unknown; period?: unknown } | null;
} & Partial<
  Record<"id" | "title" | "url" | "department" | "employmentType" | "language", unknown> &
    Record<"postedAt" | "updatedAt" | "description" | "company", unknown>
>;

/** Which company's board: as found on one of the company's pages. */
export type BoardRef = {
  /** Empty when the page reveals the system but not the company's token. */
  token: string;
  /** Host of the URL that named the board; without a token, the company's own host if the system serves it, else empty. */
  host: string;
  url: string;
};

/** The postings of a board. `isTruncated`: there are more than were read. */
export type BoardContents = { name: string | null; jobs: RawJob[]; isTruncated?: boolean };

const text = z.string().nullable();

export const WORKPLACES = ["onsite", "hybrid", "remote"] as const;

/** An open position in one shape for all boards, as answers show it. Texts are inert and bounded. */
export const JOB = {
  id: z.string().describe("The board's own id of the position"),
  title: z.string().describe("Title, as advertised"),
  url: text.describe("Address of the advertisement"),
  location: text.describe("All places of the job in one line"),
  locations: z.array(z.string()).describe("The places as a list"),
  country: text.describe("ISO 3166-1 alpha-2 code of the first place whose country is known"),
  workplace: z.enum(WORKPLACES).nullable().describe("As the board states it; null when it does not"),
  department: text.describe("Department or team, in the company's words"),
  employment_type: text.describe(
    "full_time, part_time, contract, temporary, internship, volunteer, or the board's own word",
  ),
  salary: z
    .looseObject({
      min: z.number().nullable(),
      max: z.number().nullable(),
      currency: z.string().describe("ISO 4217"),
      period: z.enum(["hour", "day", "week", "month", "year"]).nullable(),
    })
    .nullable()
    .describe("Published salary; an open bound is null"),
  language: text.describe("ISO 639-1 code of the advertisement's language"),
  posted_at: text.describe("When it was posted, ISO 8601; null when the board does not say"),
  updated_at: text.describe("When it was last edited, ISO 8601"),
  seniority: z.enum(SENIORITIES).nullable().describe("Rank in the title"),
  description: z.string().nullable().optional().describe("Plain text; only with include: description"),
};

/** Its description is plain text, without mail addresses and telephone numbers. */
export type Job = z.output<z.ZodObject<typeof JOB>> & { description: string | null };
export type Salary = NonNullable<Job["salary"]>;
export type Workplace = (typeof WORKPLACES)[number];
