/** What the import scripts share: the operator's API of a deployment. */

const ATTEMPTS = 4;
const SHOWN_ERRORS = 20;
const LOCAL_TOKEN = "local-admin-token-for-this-machine-only";

export type LineError = { line: number; message: string };

/**
 * A sender to the operator's API at `base`. `ADMIN_TOKEN` comes from the environment; without it the one of `npm start` is
 * used, and only for this machine. What fails on the way, or on their side, is sent again, with growing pauses; a refusal ends the script.
 */
export function adminApi(base: string, contentType: string) {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(base).hostname);
  const token = process.env.ADMIN_TOKEN ?? (isLocal ? LOCAL_TOKEN : stop("Set ADMIN_TOKEN in the environment."));
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": contentType };
  return async <T>(method: string, url: URL, body?: string): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const sent = fetch(url, { method, headers, ...(body !== undefined && { body }) });
      const response = await sent.catch((error) => error as Error);
      if (response instanceof Response && response.ok) return (await response.json()) as T;
      const isRefused = response instanceof Response && response.status < 500 && response.status !== 429;
      const reason = response instanceof Response ? `${response.status} ${await response.text()}` : String(response);
      if (isRefused || attempt === ATTEMPTS) stop(`\n${reason}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** attempt));
    }
  };
}

/** Prints what was wrong with single lines of a file: the first of them, and how many more there are of `count`. */
export function showErrors(errors: LineError[], count: number): void {
  for (const { line, message } of errors.slice(0, SHOWN_ERRORS)) console.log(`line ${line}: ${message}`);
  if (count > SHOWN_ERRORS) console.log(`… and ${count - SHOWN_ERRORS} more`);
}

export function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
