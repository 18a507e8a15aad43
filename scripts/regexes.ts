/** The regular expression literals of src/ whose time on hostile input can grow faster than the input, as `scslre` judges. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { analyse } from "scslre";
import { parseAst } from "vitest/node";

export type Literal = { file: string; pattern: string; flags: string };

/** Every regular expression literal of the given sources. */
export async function findLiterals(pattern = "src/**/*.{ts,tsx}"): Promise<Literal[]> {
  const literals: Literal[] = [];
  for await (const file of glob(pattern)) {
    const ast = parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" });
    JSON.stringify(ast.body, (_, node) => {
      if (node?.type === "Literal" && node.regex) literals.push({ file, ...node.regex });
      // The value of such a literal is no JSON.
      return node instanceof RegExp || typeof node === "bigint" ? undefined : node;
    });
  }
  return literals;
}

/** True when the time can grow faster than the input. It finds most such expressions; the fuzz of the parsers is for the others. */
export function isUnsafe({ pattern, flags }: Pick<Literal, "pattern" | "flags">): boolean {
  return analyse(new RegExp(pattern, flags)).reports.length > 0;
}
