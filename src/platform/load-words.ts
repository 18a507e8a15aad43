import { useWords } from "../lib/words.ts";
import { loadAsset } from "./asset.ts";

/** Loads the words that readers of texts need; the Worker does so before it serves anything. Throws when it cannot. */
export async function loadWords(env: Pick<Env, "ASSETS">): Promise<void> {
  useWords(await loadAsset(env, "words.txt", (text) => text));
}
