import { env } from "cloudflare:workers";
import { vi } from "vitest";
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

/** As long as the queue of the index waits for further messages (wrangler.toml), and a little more. */
const INDEX_QUEUE_MS = 6_000;

/**
 * Nothing tells the index any more: what it is told by calls would be answered by some of them, in an order that a busy machine
 * changes. Messages of the test file before still arrive, and find an empty storage as long as no call was made.
 */
export async function silenceIndex(): Promise<void> {
  vi.spyOn(env.INDEX, "send").mockResolvedValue({} as never);
  await scheduler.wait(INDEX_QUEUE_MS);
}
