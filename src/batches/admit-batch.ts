import { chargeInDatabase, refreshAccount } from "../ledger/account.ts";
import { deleteBatchRecord, type Insertion, insertBatch } from "./batch-records.ts";
import type { StoredBatch } from "./stored-batch.ts";

export type Refusal =
  | { status: "insufficient" | "capped" }
  /** The limit of unfinished batches or of those of a day, or the session has ended; `repeats`: the request has made a batch. */
  | Exclude<Insertion, { status: "recorded" }>;

/** Records the batch where repeats find it, and reserves its cap. Idempotent. Throws when D1 is out of reach. */
export async function admitBatch(batch: StoredBatch): Promise<Refusal | null> {
  const insertion = await insertBatch(batch.env, batch.spec, batch.status(), Date.now());
  if (insertion.status !== "recorded") return insertion;
  const shortage = await reserveCap(batch);
  if (shortage === null) return null;
  await dropAdmission(batch);
  return { status: shortage };
}

/** Takes an admission back. Idempotent. */
export async function dropAdmission({ env, lease, spec }: StoredBatch): Promise<void> {
  await lease.giveBack();
  await deleteBatchRecord(env, spec.id);
  await refreshAccount(env, spec.organisationId);
}

/** Reserves the cap from the balance and from the spending caps of the batch's key. */
async function reserveCap({ env, lease, spec }: StoredBatch): Promise<"insufficient" | "capped" | null> {
  const { cap, keyHash, capSubjects, organisationId } = spec;
  const hasTokens = () => lease.free >= cap;
  const isShort = () => !hasTokens() || capSubjects.some((subject) => lease.capFree(subject) < cap);
  const take = () => lease.take({ tokens: cap, keyHash, subjects: capSubjects });
  if (cap === 0 || !isShort()) return null;
  await chargeInDatabase(env, organisationId, take, isShort);
  if (!isShort()) return null;
  return hasTokens() ? "capped" : "insufficient";
}
