/** Lets Node import `*.txt` and `*.md` as wrangler does: `node --import ./scripts/text-modules.ts FILE`. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

registerHooks({
  load(url, context, nextLoad) {
    if (!/\.(txt|md)$/.test(url)) return nextLoad(url, context);
    const source = `export default ${JSON.stringify(readFileSync(fileURLToPath(url), "utf8"))};`;
    return { format: "module", source, shortCircuit: true };
  },
});
