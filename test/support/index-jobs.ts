import type { Job } from "../../src/readers/jobs/job.ts";

/** A job as boards are read, of which only what a test needs is given. */
export function indexJob(id: string, title: string, rest: Partial<Job> = {}): Job {
  return {
    id,
    title,
    url: `https://jobs.example/${id}`,
    location: null,
    locations: [],
    country: null,
    workplace: null,
    department: null,
    employment_type: null,
    salary: null,
    language: null,
    posted_at: null,
    updated_at: null,
    seniority: null,
    description: null,
    ...rest,
  };
}
