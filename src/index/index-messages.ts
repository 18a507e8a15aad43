/** What look-ups tell the index, as messages of the queue `INDEX`, and its consumer. Nothing of the caller is in them. */
import { log } from "../lib/log.ts";
import { recallHere, rememberHere } from "../platform/isolate-memory.ts";
import type { SourceContext } from "../platform/outbound/context.ts";
import { recall } from "../platform/outbound/fact-cache.ts";
import type { CompanyRecord, RecordField } from "../readers/company/record-fields.ts";
import type { Job } from "../readers/jobs/job.ts";
import { withoutPeople } from "../readers/jobs/without-people.ts";
import type { Evidence } from "../readers/page/evidence.ts";
import type { CompanyFields, Known, KnownTechnology } from "./facts.ts";
import { putCompany, removeCompany } from "./put-company.ts";
import { putJobs } from "./put-jobs.ts";

/** `mayIndex` is false when the site asks not to be searched: what is known of it goes. */
export type IndexMessage =
  | { kind: "company"; domain: string; mayIndex: boolean; fields: CompanyFields }
  | { kind: "technologies"; domain: string; mayIndex: boolean; technologies: KnownTechnology[] }
  /** The list itself is the remembered fact `company_jobs`. A list that was read again is told again. */
  | { kind: "jobs"; domain: string; readAt: number };

const MAX_EVIDENCE = 2;
const MAX_DESCRIPTION = 600;

/** Sends a message after the answer, off the caller's path. One that fails is lost: the next look-up tells the same. */
export function tellIndex({ env, waitUntil }: Pick<SourceContext, "env" | "waitUntil">, message: IndexMessage): void {
  const name = `told ${message.kind} ${message.domain}`;
  const text = JSON.stringify(message);
  // Tools of one call look at the same company.
  if (recallHere<string>(env.DATA, name) === text) return;
  rememberHere(env.DATA, name, text);
  waitUntil(
    env.INDEX.send(message).catch((cause: unknown) => log("warn", "index_not_told", { kind: message.kind, cause })),
  );
}

/** What the index keeps of a company record: nothing that a vendor sold, and no words about people. */
export function companyMessage(domain: string, { fields, mayIndex }: CompanyRecord): IndexMessage {
  const known = <Value>(field: RecordField, read: (value: unknown) => Value | null): Known<Value> | undefined => {
    const found = fields[field];
    const value = found && found.source !== "pdl" ? read(found.value) : null;
    if (!found || value === null || value === "") return undefined;
    return { value, evidence: found.evidence.slice(0, MAX_EVIDENCE), seenAt: found.observedAt };
  };
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const part = (name: string) => (value: unknown) => text((value as Record<string, unknown> | null)?.[name]);
  const year = (value: unknown) => Number.parseInt(text(value) ?? "", 10) || null;
  return {
    kind: "company",
    domain,
    mayIndex,
    fields: {
      name: known("name", text) ?? known("legal_name", text),
      country: known("country", text),
      city: known("city", text),
      industry: known("industry", part("label")),
      size: known("head_count", part("band")),
      founded: known("founded", year) ?? known("business_since", year),
      description: known("description", (value) => withoutPeople(text(value) ?? "").slice(0, MAX_DESCRIPTION)),
    },
  };
}

/** What the fact `company_jobs` has for the index (`FoundJobs` of sources/jobs/jobs-answer.ts). */
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
