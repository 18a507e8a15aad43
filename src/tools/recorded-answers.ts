import type { ExampleAnswer } from "../http/site.ts";
import { log } from "../lib/log.ts";

let loading: Promise<Record<string, ExampleAnswer>> | null = null;

/**
 * What each tool answered to its example, as `test/documents/answers.test.ts` records it. A static asset: the Worker's script
 * stays small. Loaded once per isolate; empty while it cannot be loaded.
 */
export function loadAnswers({ ASSETS }: Pick<Env, "ASSETS">): Promise<Record<string, ExampleAnswer>> {
  loading ??= ASSETS.fetch("https://assets.local/answers.json").then(async (response) => {
    if (!response.ok) throw new Error(`answers.json: ${response.status}`);
    return (await response.json()) as Record<string, ExampleAnswer>;
  });
  return loading.catch((cause) => {
    log("error", "examples_not_loaded", { cause });
    loading = null;
    return {};
  });
}
