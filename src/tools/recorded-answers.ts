import type { ExampleAnswer } from "../http/site.ts";
import { log } from "../lib/log.ts";
import { loadAsset } from "../platform/asset.ts";
import { DEMO_COMPANIES } from "./demo-companies.ts";

type Answers = Record<string, ExampleAnswer>;

/** A call and its answer. */
export type RecordedCall = { input: Record<string, unknown>; answer: Record<string, unknown> };
type RecordedCalls = Record<string, RecordedCall[]>;

/** Each tool's answer to its example, recorded by `test/documents/answers.test.ts`. Empty without the asset. */
export async function loadAnswers(env: Pick<Env, "ASSETS">): Promise<Answers> {
  try {
    return await loadAsset(env, "answers.json", (text) => JSON.parse(text) as Answers);
  } catch (cause) {
    log("error", "examples_not_loaded", { cause });
    return {};
  }
}

/** Calls about a demo company by tool, as recorded. Empty for other domains. Throws without the asset. */
export async function loadDemoCalls(env: Pick<Env, "ASSETS">, domain: string): Promise<RecordedCalls> {
  if (!Object.hasOwn(DEMO_COMPANIES, domain)) return {};
  return loadAsset(env, `sandbox/${domain}.json`, (text) => JSON.parse(text) as RecordedCalls);
}
