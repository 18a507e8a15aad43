import type { Seniority } from "../titles/job-title.ts";

export type Workplace = "onsite" | "hybrid" | "remote";

/** Amounts in `currency` (ISO 4217) a `period`; a bound that the advertisement leaves open is null. */
export type Salary = {
  min: number | null;
  max: number | null;
  currency: string;
  period: "hour" | "day" | "week" | "month" | "year" | null;
};

/** An open position in one shape for all boards. Texts are inert and bounded. */
export type Job = {
  id: string;
  title: string;
  url: string | null;
  /** All places in one line. */
  location: string | null;
  locations: string[];
  /** ISO 3166-1 alpha-2, of the first place whose country is known. */
  country: string | null;
  workplace: Workplace | null;
  department: string | null;
  /** `full_time`, `part_time`, `contract`, `temporary`, `internship`, `volunteer`, or the board's own word. */
  employment_type: string | null;
  salary: Salary | null;
  /** ISO 639-1, of the advertisement's text. */
  language: string | null;
  /** ISO 8601; null when the board does not say. */
  posted_at: string | null;
  updated_at: string | null;
  /** Seniority, from the title. */
  seniority: Seniority | null;
  /** Plain text, without mail addresses and telephone numbers. */
  description: string | null;
};
