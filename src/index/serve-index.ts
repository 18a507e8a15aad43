import { log } from "../lib/log.ts";
import { recall } from "../platform/outbound/fact-cache.ts";
import type { Job } from "../readers/jobs/job.ts";
import type { Evidence } from "../readers/page/evidence.ts";
import type { IndexMessage } from "./index-messages.ts";
import { putCompany, removeCompany } from "./put-company.ts";
import { putJobs } from "./put-jobs.ts";

/** What the fact `company_jobs` has for the index (`JobsLook` of sources/jobs/jobs-answer.ts). */
type RememberedJobs = {
  jobs: Job[];
  board: string | null;
  boardToken?: string | null;
  mayIndex?: boolean;
  truncated: boolean;
  evidence: Evidence[];
};

/** The consumer of the queue of the index. A message may come twice; one that fails comes again. */
export async function serveIndex(messages: readonly Message<IndexMessage>[], env: Env): Promise<void> {
  for (const message of messages) {
    try {
      await serveMessage(message.body, env);
    } catch (cause) {
      log("warn", "index_not_filled", { kind: message.body.kind, cause });
      message.retry();
    }
  }
}

async function serveMessage(message: IndexMessage, env: Env): Promise<void> {
  const { domain } = message;
  if (message.kind === "jobs") return putRememberedJobs(env, domain);
  if (!message.mayIndex) return removeCompany(env.DATA, domain);
  const { kind: _, mayIndex: __, domain: key, ...facts } = message;
  await putCompany(env.DATA, { key, ...facts });
}

async function putRememberedJobs(env: Env, domain: string): Promise<void> {
  const fact = await recall<RememberedJobs>({ env }, "company_jobs", domain);
  const { board, boardToken: token, mayIndex, jobs, truncated, evidence } = fact?.data ?? {};
  if (!fact || !board || !token || !jobs) return;
  if (mayIndex === false) return removeCompany(env.DATA, domain);
  const from = { system: board, token, domain, proof: evidence ?? [], name: null };
  await putJobs(env.DATA, from, jobs, fact.observedAt, { isWhole: !truncated });
}
