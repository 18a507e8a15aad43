import { log } from "../lib/log.ts";
import { useWords, WORD_FILES } from "../lib/words.ts";
import { loadAsset } from "./asset.ts";

/** Loads the words that readers of texts need, once per isolate. Throws when it cannot; the next call tries again. */
export async function loadWords(env: Pick<Env, "ASSETS">): Promise<void> {
  await Promise.all(WORD_FILES.map((file) => loadAsset(env, file, useWords)));
}

/** The same where most work needs no words: a failure is logged, and only what reads names or pages throws. */
export async function tryToLoadWords(env: Pick<Env, "ASSETS">): Promise<void> {
  await loadWords(env).catch((cause: unknown) => log("alert", "words_not_loaded", { cause }));
}
