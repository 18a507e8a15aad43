/** Shared by the import scripts: options, the file, and a client of the operator's API. */
import { statSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";

const ATTEMPTS = 4;
const SHOWN_ERRORS = 20;
const LOCAL_TOKEN = "local-admin-token-for-this-machine-only";

/** Parses the command line. `--help` prints `help` and exits; an unknown option exits with an error of one line. */
export function readOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(options: Options, help: string) {
  const all = { ...options, help: { type: "boolean" as const, short: "h" } };
  try {
    const read = parseArgs({ allowPositionals: true, options: all });
    if ((read.values as { help?: boolean }).help) {
      console.log(help);
      process.exit(0);
    }
    return read;
  } catch (error) {
    return stop(`${(error as Error).message.split(". ")[0]}. See --help.`);
  }
}

/** The bytes of the script's file. Exits with an error of one line if it does not exist. */
export function sizeOfFile(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) stop(`There is no file ${file}.`);
  return found.size;
}

export type LineError = { line: number; message: string };

/**
 * A sender to the operator's API at `base`. `ADMIN_TOKEN` comes from the environment; without it the one of `npm start` is
 * used, and only for this machine. Network errors and server errors are retried with growing pauses; a refusal ends the
 * script.
 */
export function adminApi(base: string, contentType: string) {
  const host = URL.parse(base)?.hostname ?? stop(`--url "${base}" is not an address such as https://your-host.`);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(host);
  const token = process.env.ADMIN_TOKEN ?? (isLocal ? LOCAL_TOKEN : stop("Set ADMIN_TOKEN in the environment."));
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": contentType };
  return async <T>(method: string, url: URL, body?: string): Promise<T> => {
    for (let attempt = 1; ; attempt++) {
      const sent = fetch(url, { method, headers, ...(body !== undefined && { body }) });
      const response = await sent.catch((error) => error as Error);
      if (response instanceof Response && response.ok) return (await response.json()) as T;
      const isRefused = response instanceof Response && response.status < 500 && response.status !== 429;
      if (isRefused || attempt === ATTEMPTS) stop(`\n${await reasonOf(response, base)}`);
      await new Promise((resolve) => setTimeout(resolve, 1_000 * 2 ** attempt));
    }
  };
}

/** One line that describes a deployment's response, or its absence. */
async function reasonOf(response: Response | Error, base: string): Promise<string> {
  if (response instanceof Error) return `${base} does not answer. Is it running?`;
  const text = await response.text();
  try {
    const { error, detail } = JSON.parse(text) as { error?: string; detail?: string };
    if (detail) return `${response.status} ${error}: ${detail}`;
  } catch {
    // The response is not from the Worker.
  }
  return `${response.status} from ${base}: ${text.slice(0, 200).replace(/\s+/g, " ")}`;
}

/** Prints the errors of single lines of a file: the first ones, and how many more of `count` there are. */
export function showErrors(errors: LineError[], count: number): void {
  for (const { line, message } of errors.slice(0, SHOWN_ERRORS)) console.log(`line ${line}: ${message}`);
  if (count > SHOWN_ERRORS) console.log(`… and ${count - SHOWN_ERRORS} more`);
}

export function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
