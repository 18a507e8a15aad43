import { lazyPer } from "../lib/lazy.ts";

const loadedFrom = lazyPer((_assets: Fetcher) => new Map<string, unknown>());

/** A file of `assets/` as `parse` reads it, once per isolate. Throws when it cannot be read; then tries again. */
export async function loadAsset<T>(
  { ASSETS }: Pick<Env, "ASSETS">,
  file: string,
  parse: (text: string) => T,
): Promise<T> {
  const loaded = loadedFrom(ASSETS);
  const known = loaded.get(file);
  if (known) return known as T;
  const response = await ASSETS.fetch(`https://assets.local/${file}`);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  const value = parse(await response.text());
  loaded.set(file, value);
  return value;
}
