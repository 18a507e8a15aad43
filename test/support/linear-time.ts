/**
 * What growth() of linear work stays below: four times the input in at most six times the time, as caches and collections of
 * garbage cost some. Quadratic work takes sixteen times.
 */
export const MAX_GROWTH = 6;

/** Work shorter than this says nothing about growth. */
const MIN_MEASURED_MS = 20;
/** Longer work is not repeated. */
const TOO_LONG_MS = 5_000;
const RUNS = 3;

/**
 * How many times as long `work` takes for four times the input: of `length` and of `4 * length`. In CPU time of the process,
 * least of several runs, because the machine may be under load.
 */
export function growth(make: (length: number) => string, work: (input: string) => unknown, length: number): number {
  const [small, large] = [make(length), make(4 * length)];
  const long = leastCpuMs(() => work(large));
  if (long < MIN_MEASURED_MS) return 0;
  return (
    long /
    Math.max(
      leastCpuMs(() => work(small)),
      1,
    )
  );
}

function leastCpuMs(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least < MIN_MEASURED_MS || least > TOO_LONG_MS) break;
  }
  return least;
}
