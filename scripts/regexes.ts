/** The regular expressions of src/ that can take super-linear time on hostile input, according to `scslre`. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { analyse } from "scslre";
import { parseAst } from "vitest/node";

export type Expression = { file: string; pattern: string; flags: string };

/** Every regular expression literal of the given sources. */
export async function findLiterals(pattern = "src/**/*.{ts,tsx}"): Promise<Expression[]> {
  const literals: Expression[] = [];
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

/** The files of src/ that assemble a regular expression from texts. */
export async function findAssembled(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob("src/**/*.{ts,tsx}"))
    if (/\bRegExp\(/.test(readFileSync(file, "utf8"))) files.push(file);
  return files;
}

/** True when the time can grow faster than the input. It finds most such expressions; the fuzz of the parsers is for the others. */
export function isUnsafe({ pattern, flags }: Pick<Expression, "pattern" | "flags">): boolean {
  return analyse(new RegExp(pattern, flags)).reports.length > 0;
}
