/** The result of `work`. Rejects when it fails or takes longer than `ms`. */
export function withinTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The result of `work`, or that of `late` once the signal has aborted: not every operation stops then. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, late: () => T): Promise<T> {
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  return Promise.race([work, aborted.then(late)]);
}
