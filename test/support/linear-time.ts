/** What the CPU time of linear work may grow by when its input doubles. Quadratic work takes four times as long. */
export const MAX_GROWTH = 2.5;
/** What tests beside other tests allow: a core that is shared misses its caches more often with the larger input. */
export const MAX_GROWTH_UNDER_LOAD = 3;
/** What a busy machine slows down once is not what it slows down the next time. */
const MAX_ROUNDS = 4;

/** CPU milliseconds. Work shorter than this says nothing about growth: the compiler and memory management take as long. */
const MIN_MEASURED_MS = 25;
const MAX_ATTEMPTS = 25;

/** The growth of {@link growth}, measured again up to three times while it is more than `allowed`. */
export async function leastGrowth(
  make: (length: number) => string,
  work: (input: string) => unknown,
  length: number,
  { allowed = MAX_GROWTH_UNDER_LOAD, minMeasuredMs = MIN_MEASURED_MS } = {},
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && least > allowed; round++) {
    least = Math.min(least, await growth(make, work, length, minMeasuredMs));
  }
  return least;
}

/**
 * The most by which the CPU time of `work` grows when its input doubles, as long as the time can be measured; 0 if it never
 * can. Two doublings are measured at once, from a quarter of `length` to `length` and so on: over them what a busy machine adds
 * weighs half as much against the growth of quadratic work. The least of several measurements is taken, and measured again
 * while the growth is more than {@link MAX_GROWTH}.
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
  for (let at = length; large.ms >= minMeasuredMs; at /= 4) {
    const small = { input: make(at / 4), ms: Number.POSITIVE_INFINITY };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await measure(small, work);
      if (large.ms < minMeasuredMs || large.ms <= MAX_GROWTH ** 2 * small.ms) break;
      await measure(large, work);
    }
    if (large.ms < minMeasuredMs) break;
    most = Math.max(most, Math.sqrt(large.ms / small.ms));
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
