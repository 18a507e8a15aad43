import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished, vi } from "vitest";
import { newId } from "../../src/lib/ids.ts";

/** Lines of batches are sent, and their messages are lost: tests run them with {@link beginLine} and `finish`. */
export function loseMessages(): void {
  const send = vi.spyOn(Object.getPrototypeOf(env.ITEMS), "sendBatch").mockResolvedValue(undefined);
  onTestFinished(() => send.mockRestore());
}

/** Starts a line of a batch as the queue's consumer does; the run is lost unless the test finishes it. */
export async function beginLine(id: string, index: number, attempt = 1) {
  const job = (await env.BATCHES.getByName(id).begin(index, attempt, newId(Date.now()))) as { callId: string } | null;
  expect(job, `line ${index} runs`).not.toBeNull();
  return job?.callId ?? "";
}

/** Rings the batch's alarm at the clock of the test. */
export async function ringBatch(id: string): Promise<void> {
  const batch = env.BATCHES.getByName(id);
  await batch.wake();
  await runDurableObjectAlarm(batch);
}
