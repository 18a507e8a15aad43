import { chargeInDatabase, refreshAccount } from "../ledger/account.ts";
import { insertBatch } from "./batch-records.ts";
import type { StoredBatch } from "./stored-batch.ts";

export type BatchRefusal =
  | "insufficient"
  | "capped"
  /** The organisation has reached the limit of unfinished batches, or the session has ended. */
  | "too_many";

/** Reserves the cap of a batch and records the batch in D1. Idempotent. A refused batch holds no tokens. Throws when D1 is out of reach. */
export async function admitBatch(batch: StoredBatch): Promise<BatchRefusal | null> {
  const refusal = await reserveCap(batch);
  if (refusal) return refusal;
  if (await insertBatch(batch.env, batch.spec, batch.status(), Date.now())) return null;
  await returnReserve(batch);
  return "too_many";
}

/** Reserves the cap from the balance and from the spending caps of the batch's key. */
async function reserveCap(batch: StoredBatch): Promise<BatchRefusal | null> {
  const { env, lease } = batch;
  const { cap, keyHash, capSubjects, organisationId } = batch.spec;
  const hasTokens = () => lease.free >= cap;
  const isShort = () => !hasTokens() || capSubjects.some((subject) => lease.capFree(subject) < cap);
  const take = () => lease.take({ tokens: cap, keyHash, subjects: capSubjects });
  if (cap === 0 || !isShort()) return null;
  await chargeInDatabase(env, organisationId, take, isShort);
  if (!isShort()) return null;
  const refusal = hasTokens() ? "capped" : "insufficient";
  await returnReserve(batch);
  return refusal;
}

async function returnReserve({ env, lease, spec }: StoredBatch): Promise<void> {
  await lease.giveBack();
  await refreshAccount(env, spec.organisationId);
}
