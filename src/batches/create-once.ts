import { databaseDown } from "../errors.ts";
import type { Created } from "./batch-object.ts";
import { batchOf, getBatch } from "./batch-records.ts";
import type { BatchLine, BatchSpec } from "./batch-types.ts";
import type { Refusal } from "./drive-batch.ts";
import type { BatchStatus } from "./stored-batch.ts";

type Outcome =
  | { status: "created" | "repeated"; batch: BatchStatus }
  | { status: Exclude<Refusal["status"], "repeats"> | "dropped"; batch: null };

/** Creates a batch. A repeated Idempotency-Key gets the first one, whose creation is finished if it broke off. */
export async function createOnce(env: Env, spec: BatchSpec, lines: BatchLine[]): Promise<Outcome> {
  const down = (cause: unknown): never => {
    throw databaseDown(cause);
  };
  const created = (await batchOf(env, spec.id).create(spec, lines).catch(down)) as Created;
  if (created.status === "created") return created;
  if (created.status !== "repeats") return { status: created.status, batch: null };
  const earlier = (await batchOf(env, created.id).createAgain(lines).catch(down)) as Created | null;
  if (earlier?.status === "created") return { status: "repeated", batch: earlier.batch };
  if (earlier && earlier.status !== "repeats") return { status: earlier.status, batch: null };
  const deleted = await getBatch(env, spec, created.id);
  return deleted ? { status: "repeated", batch: deleted } : { status: "dropped", batch: null };
}
