import type { ExampleAnswer } from "../http/site.ts";
import { log } from "../lib/log.ts";
import { loadAsset } from "../platform/asset.ts";
import { DEMO_COMPANIES } from "./demo-companies.ts";

/** A call and its answer. */
export type RecordedCall = { input: Record<string, unknown>; answer: Record<string, unknown> };

/** Each tool's answer to its example, recorded by `test/documents/answers.test.ts`. Empty without the asset. */
export async function loadAnswers(env: Pick<Env, "ASSETS">): Promise<Record<string, ExampleAnswer>> {
  try {
    return await loadAsset(env, "answers.json", (text) => JSON.parse(text));
  } catch (cause) {
    log("error", "examples_not_loaded", { cause });
    return {};
  }
}

/** Calls about a demo company by tool, as recorded. Empty for other domains. Throws without the asset. */
export async function loadDemoCalls(env: Pick<Env, "ASSETS">, domain: string): Promise<Record<string, RecordedCall[]>> {
  if (!Object.hasOwn(DEMO_COMPANIES, domain)) return {};
  return loadAsset(env, `sandbox/${domain}.json`, (text) => JSON.parse(text));
}
