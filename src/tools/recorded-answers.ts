import type { ExampleAnswer } from "../http/site.ts";
import { log } from "../lib/log.ts";
import { loadAsset } from "../platform/asset.ts";

type Answers = Record<string, ExampleAnswer>;

/** What each tool answered to its example, as `test/documents/answers.test.ts` records it. Empty while it cannot be loaded. */
export async function loadAnswers(env: Pick<Env, "ASSETS">): Promise<Answers> {
  try {
    return await loadAsset(env, "answers.json", (text) => JSON.parse(text) as Answers);
  } catch (cause) {
    log("error", "examples_not_loaded", { cause });
    return {};
  }
}
