import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "esbuild";

/** Builds the Worker with a text of some of its files replaced: another version of it. Throws when a file lacks its text. */
export function changedBy(changes: Record<string, [from: string, to: string]>): Plugin {
  const byPath = new Map(Object.entries(changes).map(([file, change]) => [join(process.cwd(), file), change]));
  return {
    name: `changed ${JSON.stringify(changes)}`,
    setup(build) {
      build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
        const change = byPath.get(path);
        if (!change) return undefined;
        const text = readFileSync(path, "utf8");
        if (!text.includes(change[0])) throw new Error(`${path} has no ${change[0]}`);
        return { contents: text.replace(...change), loader: "ts" };
      });
    },
  };
}
