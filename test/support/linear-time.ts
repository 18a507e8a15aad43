/**
 * What growth() of linear work stays below: four times the input in at most eight times the time, because caches and garbage
 * collection cost some. Quadratic work takes sixteen times.
 */
export const MAX_GROWTH = 8;

/** Work shorter than this says nothing about growth. */
const MIN_MEASURED_MS = 20;
const MAX_ATTEMPTS = 3;

/**
 * How many times as long `work` takes for four times the input: of `length` and of `4 * length`. In CPU time of the process,
 * least of several measurements, because the machine may be under load.
 */
export async function growth(
  make: (length: number) => string,
  work: (input: string) => unknown,
  length: number,
): Promise<number> {
  const [small, large] = [make(length), make(4 * length)];
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && least > MAX_GROWTH; attempt++) {
    const long = await cpuMs(() => work(large));
    if (long < MIN_MEASURED_MS) return 0;
    const short = await cpuMs(() => work(small));
    least = Math.min(least, long / Math.max(short, 1));
  }
  return least;
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
