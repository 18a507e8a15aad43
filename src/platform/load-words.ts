import { useWords, WORD_FILES } from "../lib/words.ts";
import { loadAsset } from "./asset.ts";

/** Loads the words that readers of texts need, once per isolate. Throws when it cannot; the next call tries again. */
export async function loadWords(env: Pick<Env, "ASSETS">): Promise<void> {
  await Promise.all(WORD_FILES.map((file) => loadAsset(env, file, useWords)));
}
