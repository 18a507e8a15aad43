/** The package or room of a module of the bundle: `zod`, `src/tools`, `src/config.ts`. */
export function roomOf(path: string): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path) ?? [];
  return name ?? path.split("/").slice(0, 2).join("/");
}
