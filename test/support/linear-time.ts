/** What the CPU time of linear work may grow by when its input doubles. Quadratic work takes four times as long. */
export const MAX_GROWTH = 2.5;
/** What tests beside other tests allow: a core that is shared misses its caches more often with the larger input. */
export const MAX_GROWTH_UNDER_LOAD = 3;

/** CPU milliseconds. Work shorter than this says nothing about growth: the compiler and memory management take as long. */
const MIN_MEASURED_MS = 25;
const MAX_ATTEMPTS = 25;

/**
 * The most by which the CPU time of `work` grows when its input doubles, over the doublings that end at `length`, half of it
 * and so on, as long as the time can be measured; 0 if it never can. A busy machine makes single measurements slower: the
 * least of several is taken, and measured again while that is more than {@link MAX_GROWTH}.
 */
export async function growth(
  make: (length: number) => string,
  work: (input: string) => unknown,
  length: number,
  minMeasuredMs = MIN_MEASURED_MS,
): Promise<number> {
  let most = 0;
  let large = { input: make(length), ms: Number.POSITIVE_INFINITY };
  await measure(large, work);
  for (let at = length; large.ms >= minMeasuredMs; at /= 2) {
    const small = { input: make(at / 2), ms: Number.POSITIVE_INFINITY };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await measure(small, work);
      if (large.ms < minMeasuredMs || large.ms <= MAX_GROWTH * small.ms) break;
      await measure(large, work);
    }
    if (large.ms < minMeasuredMs) break;
    most = Math.max(most, large.ms / small.ms);
    large = small;
  }
  return most;
}

/** Runs `work` once and keeps the least CPU time of this thread, which leaves out those of the garbage collector. */
async function measure(taken: { input: string; ms: number }, work: (input: string) => unknown): Promise<void> {
  const before = process.threadCpuUsage();
  await work(taken.input);
  const { user, system } = process.threadCpuUsage(before);
  taken.ms = Math.min(taken.ms, Math.max(1, (user + system) / 1000));
}
