import { BatchRunner as Batch } from "../src/batches/batch-object.ts";

export { default, OrganisationAccount, RateLimiter, Site } from "../src/index.ts";

const ANSWER_BYTES = 64_000;

/** The object of a batch whose answers are as large as those of the largest tools. */
export class BatchRunner extends Batch {
  override finish(...[index, attempt, outcome]: Parameters<Batch["finish"]>) {
    if (outcome.status === "failed") return super.finish(index, attempt, outcome);
    const answerJson = JSON.stringify({ ...JSON.parse(outcome.answerJson), padding: "x".repeat(ANSWER_BYTES) });
    return super.finish(index, attempt, { ...outcome, answerJson });
  }
}
