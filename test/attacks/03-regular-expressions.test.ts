/** Attack: a text for which a regular expression takes time that grows faster than the text. */
import { expect, it, vi } from "vitest";
import { type Expression, findAssembled, findLiterals, isUnsafe } from "../../scripts/regexes.ts";
import { patternsOf, sections } from "../../src/readers/words/sections.ts";

/** Texts for which parsers assemble expressions at run time. */
const SAMPLES = [
  "",
  '<html><body><a href="https://network.example/company/x">x</a><script>a</script></body></html>',
  '<html><body><a href="/x">a page of the site</a></body></html>',
  // The readers of headlines ask about "newsy".
  "Newsy says hello",
  "Newsy sammelt Geld",
];

/** Files whose assembled expressions the samples do not make. */
const NOT_RECORDED: Record<string, string> = {
  "src/sources/companies/company.ts": "words and a domain, and between words a bounded gap",
  "src/sources/news/registrant-identity.ts": "escaped names with bounded words between, and 40 characters",
  "src/documents/blocks.tsx": "our own documents",
};

it("the check sees exponential, cubic and quadratic expressions, and passes linear ones", () => {
  for (const pattern of ["^(a+)+$", "^a*a*a*$", "\\s+$", "\\S+@\\S+", "\\\\+\\/"]) {
    expect(isUnsafe({ pattern, flags: "" }), pattern).toBe(true);
  }
  for (const pattern of ["^[a-z]+$", "(?<!\\s)\\s+$", "\\S{1,64}@\\S{1,255}"]) {
    expect(isUnsafe({ pattern, flags: "v" }), pattern).toBe(false);
  }
});

it("every regular expression of src/ takes linear time", async () => {
  const literals = await findLiterals();
  expect(literals.length).toBeGreaterThan(500);
  expect(literals.filter(isUnsafe), "Bound what repeats, or begin with a lookbehind: (?<!\\s)\\s+$").toEqual([]);
});

/** The expressions that files of src/ assemble while `run` loads and calls them. */
async function recordAssembled(run: () => Promise<unknown>): Promise<Expression[]> {
  const made = new Map<string, Expression>();
  const native = RegExp;
  globalThis.RegExp = new Proxy(native, {
    construct(target, [pattern, flags = ""], newTarget) {
      // The frame below this one is the caller, which may be a library.
      const [, file] = /\/(src\/[^:?)]+\.tsx?)/.exec(new Error().stack?.split("\n")[2] ?? "") ?? [];
      if (file && typeof pattern === "string") made.set(`${file} ${flags} ${pattern}`, { file, pattern, flags });
      return Reflect.construct(target, [pattern, flags], newTarget);
    },
  });
  vi.resetModules();
  try {
    await run();
  } finally {
    globalThis.RegExp = native;
    vi.resetModules();
  }
  return [...made.values()];
}

it("so does every expression that is assembled from texts", async () => {
  const made = await recordAssembled(async () => {
    const { FOREIGN_PARSERS } = await import("../support/foreign-parsers.ts");
    for (const parse of Object.values(FOREIGN_PARSERS)) {
      for (const text of SAMPLES) await parse(text);
    }
  });
  const files = new Set(made.map(({ file }) => file));
  const unknown = (await findAssembled()).filter((file) => !files.has(file) && !(file in NOT_RECORDED));
  expect(unknown, "Call it from FOREIGN_PARSERS, or say in NOT_RECORDED why it is safe").toEqual([]);
  expect(made.length).toBeGreaterThan(200);
  expect(made.filter(isUnsafe)).toEqual([]);
});

it("so does every expression of the tables, also of sections that no sample reaches", () => {
  const expressions = [...sections().keys()].filter((name) => /^[A-Z_]+$/.test(name));
  expect(expressions.length).toBeGreaterThan(150);
  const unsafe = expressions.filter((section) =>
    patternsOf(section)().some(({ source, flags }) => isUnsafe({ pattern: source, flags })),
  );
  expect(unsafe, "FILLER is used only after the mark of a name").toEqual(["FILLERS", "FILLER"]);
});
