import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Node, TitleFilterError } from "../../../src/readers/titles/parse-filter.ts";
import {
  matchesTitle,
  type ParsedTitleFilter,
  parseTitleFilter,
  positiveLeaves,
} from "../../../src/readers/titles/title-filter.ts";
import { containsSequence, titleTokens } from "../../../src/readers/titles/title-terms.ts";
import { leastGrowth, MAX_GROWTH_UNDER_LOAD } from "../../support/linear-time.ts";
import { MALFORMED, MATCHING } from "../../support/title-filter-cases.ts";

function failureOf(expression: string | string[]): { code: string; position: number } | null {
  try {
    parseTitleFilter(expression);
    return null;
  } catch (error) {
    if (!(error instanceof TitleFilterError)) throw error;
    return { code: error.code, position: error.position };
  }
}

function passes(expression: string | string[], title: string | null): boolean {
  return matchesTitle(parseTitleFilter(expression), title);
}

describe("titles that pass", () => {
  it.each(MATCHING)("%j", (expression, pass, fail) => {
    const filter = parseTitleFilter(expression);
    const accepted = [...pass, ...fail].filter((title) => matchesTitle(filter, title));
    expect(accepted).toEqual(pass);
    expect(parseTitleFilter(filter.parsed).tree).toEqual(filter.tree);
  });
});

describe("expressions that cannot be read", () => {
  it.each(MALFORMED)("%j is %s", (expression, code, position) => {
    expect(failureOf(expression)).toEqual({ code, position });
  });

  it("accepts what just keeps the limits", () => {
    expect(failureOf("x".repeat(1000))).toBeNull();
    expect(failureOf(`${"(".repeat(10)}a${")".repeat(10)}`)).toBeNull();
    expect(failureOf("(a) ".repeat(64))).toBeNull();
    expect(failureOf("a ".repeat(500))).toBeNull();
    expect(failureOf(`${"NOT ".repeat(249)}abc`)).toBeNull();
  });

  it("counts length and positions in UTF-16 code units", () => {
    expect(failureOf(`x ${"🚀".repeat(499)}`)).toBeNull();
    expect(failureOf(`x ${"🚀".repeat(500)}`)).toEqual({ code: "too_long", position: 1000 });
    expect(failureOf("🚀 x OR AND y")).toEqual({ code: "unexpected_operator", position: 8 });
  });

  it("says what is wrong without repeating the expression", () => {
    expect(() => parseTitleFilter("secret AND")).toThrow(/^A word, a quoted phrase or a group is needed here/);
  });
});

describe("arrays", () => {
  it("are joined by OR, each item a group of its own", () => {
    const filter = parseTitleFilter(["CEO OR CTO", "sales NOT intern"]);
    expect(filter.parsed).toBe("CEO OR CTO OR (sales AND NOT intern)");
    expect(filter.warnings).toEqual([]);
    expect(matchesTitle(filter, "CTO Intern")).toBe(true);
    expect(matchesTitle(filter, "Sales Intern")).toBe(false);
  });

  it("report positions in the items joined with OR, and keep parentheses and quotes inside their item", () => {
    expect(failureOf(["CEO", "(CTO", "x)"])).toEqual({ code: "unbalanced_paren", position: 7 });
    expect(failureOf(["CEO", 'a "b', 'c" d'])).toEqual({ code: "unbalanced_quote", position: 9 });
    expect(failureOf(["CEO", "NOT"])).toEqual({ code: "unexpected_end", position: 10 });
  });

  it("ignore blank items, and are no filter when nothing else is there", () => {
    expect(parseTitleFilter(["", "CEO", " "])).toMatchObject({ parsed: "CEO", warnings: ["blank items were ignored"] });
    expect(parseTitleFilter([]).tree).toBeNull();
    expect(parseTitleFilter([" "])).toEqual({ tree: null, parsed: "", warnings: [] });
  });

  it("share the limits between their items", () => {
    expect(failureOf(Array(64).fill("a"))).toBeNull();
    expect(failureOf(Array(65).fill("a"))).toEqual({ code: "too_many_terms", position: 64 * 5 });
    expect(failureOf(["x".repeat(498), "y".repeat(498)])).toBeNull();
    expect(failureOf(["x".repeat(498), "y".repeat(499)])).toEqual({ code: "too_long", position: 1000 });
  });
});

describe("rows without a title", () => {
  it.each([null, "", "  ", "–"])("%j passes the empty filter only", (title) => {
    expect(passes("", title)).toBe(true);
    expect(passes("CEO", title)).toBe(false);
    expect(passes("NOT intern", title)).toBe(false);
    expect(passes("NOT NOT intern", title)).toBe(false);
  });
});

describe("the reading given back", () => {
  it.each([
    ["(cx OR customer support) NOT junior", "(cx OR customer support) AND NOT junior"],
    ["ceo || cto && -intern", "ceo OR (cto AND NOT intern)"],
    ["((a)) ((b c) (d OR (e)))", "a AND b c AND (d OR e)"],
    ["VP,  Sales - +EMEA “Go  to Market”", 'VP Sales EMEA AND "Go to Market"'],
    ["NOT (a b)", "NOT a b"],
    ["-(a|b)", "NOT (a OR b)"],
    ["C\u200bEO", "CEO"],
    ["\ud800CEO", "CEO"],
  ])("%j is %j", (expression, parsed) => {
    expect(parseTitleFilter(expression).parsed).toBe(parsed);
  });

  it("stays readable where spelling it out would break a limit", () => {
    const deep = `${"x OR y AND (".repeat(10)}z OR w${")".repeat(10)}`;
    const long = `${'a"b"'.repeat(31)}${"c".repeat(870)}`;
    for (const expression of [deep, long]) {
      const filter = parseTitleFilter(expression);
      expect(filter.parsed).toBe(expression);
    }
  });

  it.each([
    ["CEO OR CTO AND founder", "mixed AND/OR without parentheses"],
    ["CEO OR CTO NOT intern", "mixed AND/OR without parentheses"],
    ["ceo or cto", "lower-case"],
    ["+CEO", "leading +"],
    ["CEO, CTO", "commas"],
    ["CEO/CTO", "slashes"],
    ['"market*"', "inside quotes"],
  ])("%j is doubtful: %s", (expression, warning) => {
    expect(parseTitleFilter(expression).warnings).toEqual([expect.stringContaining(warning)]);
  });

  it("has no warning for what is clear", () => {
    expect(parseTitleFilter('(VP OR "Head of") AND (Sales OR R&D) NOT intern -C++').warnings).toEqual([]);
  });
});

describe("positive leaves", () => {
  it("expand synonyms and leave negations out", () => {
    expect(positiveLeaves(parseTitleFilter("(HR OR founder) lead NOT intern"))).toEqual([
      [[["hr"], ["human", "resources"]], [["lead"]]],
      [[["founder"], ["cofounder"], ["co", "founder"]], [["lead"]]],
    ]);
    expect(positiveLeaves(parseTitleFilter('market* "总监 lead"'))).toEqual([
      [[["market*"]], [["*总监*"]], [["lead"]]],
    ]);
  });

  it.each(["", "NOT intern", "CEO OR NOT intern", "(CEO OR NOT a) (NOT b)"])("has none for %j", (expression) => {
    expect(positiveLeaves(parseTitleFilter(expression))).toBeNull();
  });

  it("stays small however many combinations there are", () => {
    const leaves = positiveLeaves(parseTitleFilter("(a OR b) ".repeat(32)));
    expect(leaves?.length).toBeLessThanOrEqual(64);
  });
});

it.each([...'(,",-,a.,co-,co ,a & ,NOT ,a*,|,vp ,sr-,\u0301,человек,総'.split(",")])(
  "takes linear time over %j, repeated",
  async (piece) => {
    const readFilter = (): ParsedTitleFilter => {
      try {
        return parseTitleFilter(piece.repeat(1000 / piece.length));
      } catch {
        return parseTitleFilter("vp");
      }
    };
    const filter = readFilter();
    expect(
      await leastGrowth(
        (length) => piece.repeat(length / piece.length),
        (title) => matchesTitle(filter, title),
        20_000,
      ),
    ).toBeLessThan(MAX_GROWTH_UNDER_LOAD);
  },
);

/** The language once more, slow and obvious, over a vocabulary that needs no folding. */
type Wish =
  | { is: "run" | "phrase"; words: string[] }
  | { is: "prefix"; stem: string }
  | { is: "and" | "or"; wishes: Wish[] }
  | { is: "not"; wish: Wish };

const SAYS: Record<string, string[]> = {
  vp: ["vp", "vice president", "svp", "evp"],
  ceo: ["ceo", "chief executive officer"],
  senior: ["senior", "sr"],
  sr: ["sr", "senior"],
};

function grants(wish: Wish, title: string): boolean {
  const text = ` ${title
    .split(" ")
    .filter((word) => word !== "of" && word !== "and")
    .join(" ")} `;
  switch (wish.is) {
    case "run":
      return wish.words.every((word) => (SAYS[word] ?? [word]).some((spelling) => text.includes(` ${spelling} `)));
    case "phrase": {
      let spellings = [""];
      for (const word of wish.words) {
        spellings = spellings.flatMap((before) => (SAYS[word] ?? [word]).map((spelling) => `${before} ${spelling}`));
      }
      return spellings.some((spelling) => text.includes(`${spelling} `));
    }
    case "prefix":
      return text.includes(` ${wish.stem}`);
    case "and":
      return wish.wishes.every((one) => grants(one, title));
    case "or":
      return wish.wishes.some((one) => grants(one, title));
    case "not":
      return !grants(wish.wish, title);
  }
}

const AND = ["AND", "and", "&&"];
const OR = ["OR", "or", "||", "|"];
const NOT = ["NOT ", "not ", "-", "!"];

/** Writes a wish with one of the allowed spellings per operator; `style` picks which. */
function say(wish: Wish, style: number): string {
  const inner = (one: Wish) => {
    const text = say(one, style + 1);
    return "wishes" in one ? `(${text})` : text;
  };
  switch (wish.is) {
    case "run":
      return wish.words.join(style % 2 ? " of " : " ");
    case "phrase":
      return `"${wish.words.join(style % 2 ? ", " : " and ")}"`;
    case "prefix":
      return `${wish.stem}*`;
    case "not":
      return `${NOT[style % 4]}${inner(wish.wish)}`;
    case "or":
      // AND binds tighter, so only a nested OR would need its parentheses, and merging it changes nothing.
      return wish.wishes.map((one) => say(one, style + 1)).join(` ${OR[style % 4]} `);
    case "and":
      if (style % 4 < 3) return wish.wishes.map(inner).join(` ${AND[style % 4]} `);
      // Runs with only white space between them would be one run.
      return wish.wishes.map((one) => (one.is === "run" ? `(${inner(one)})` : inner(one))).join(" ");
  }
}

const word = fc.constantFrom("vp", "ceo", "sales", "lead", "senior", "sr", "north", "marketing");
const words = fc.array(word, { minLength: 1, maxLength: 3 });
const wish = fc.letrec<{ wish: Wish; leaf: Wish }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ is: fc.constant("run" as const), words }),
    fc.record({ is: fc.constant("phrase" as const), words }),
    fc.record({ is: fc.constant("prefix" as const), stem: fc.constantFrom("mark", "lea", "nor", "offi") }),
  ),
  wish: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("leaf"),
    fc.record({ is: fc.constant("not" as const), wish: tie("wish") }),
    fc.record({
      is: fc.constantFrom("and" as const, "or" as const),
      wishes: fc.array(tie("wish"), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).wish;
const title = fc
  .array(
    fc.oneof(word, fc.constantFrom("vice president", "svp", "chief executive officer", "of", "and", "market", "north")),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(" "))
  .filter((text) => titleTokens(text).length > 0);

/** The filter, or null for an expression that excludes what it requires. */
function satisfiable(expression: string): ParsedTitleFilter | null {
  try {
    return parseTitleFilter(expression);
  } catch (error) {
    if (error instanceof TitleFilterError && error.code === "contradiction") return null;
    throw error;
  }
}

describe("properties", () => {
  it("agrees with the obvious evaluator, and so does its reading of its own reading", () => {
    fc.assert(
      fc.property(wish, fc.nat(3), fc.array(title, { minLength: 5, maxLength: 20 }), (wanted, style, titles) => {
        const expression = say(wanted, style);
        fc.pre(expression.length <= 1000);
        const filter = satisfiable(expression);
        const expected = titles.filter((one) => grants(wanted, one));
        // A filter is refused as contradictory only if no title passes it.
        if (!filter) {
          expect(expected).toEqual([]);
          return;
        }
        expect(titles.filter((one) => matchesTitle(filter, one))).toEqual(expected);
        const again = parseTitleFilter(filter.parsed);
        expect(again.tree).toEqual(filter.tree);
        expect(again.parsed).toBe(filter.parsed);
      }),
      { numRuns: 2000 },
    );
  });

  it("never loses a title to the positive leaves", () => {
    fc.assert(
      fc.property(wish, fc.array(title, { minLength: 5, maxLength: 20 }), (wanted, titles) => {
        const filter = satisfiable(say(wanted, 0));
        const leaves = filter && positiveLeaves(filter);
        fc.pre(filter !== null && leaves !== null);
        for (const one of titles.filter((candidate) => matchesTitle(filter, candidate))) {
          const tokens = titleTokens(one);
          expect(leaves?.some((terms) => terms.every((term) => containsSequence(tokens, [term])))).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  const fragment = fc.constantFrom(
    ...'( ) " “ ” ( ) AND OR NOT and && || | & - -- ! + ++ , ; * of the a CEO vp co founder R D C++ .NET c.e.o. 总监 /'.split(
      " ",
    ),
    ..." ' \\ \u200b \ufeff \u202e \ud800 \udc00 \u0301 \u00ad é ß ™ 🚀 ＡＮＤ （ ＂ \u0000 İ ﬁ".split(" "),
    " ",
  );
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 1100 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join("")),
    fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join(" ")),
  );

  it("reads any text, or throws a TitleFilterError that points into it", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.array(anyText, { maxLength: 4 })), anyText, (expression, text) => {
        const length = typeof expression === "string" ? expression.length : expression.join(" OR ").length;
        let filter: ParsedTitleFilter;
        try {
          filter = parseTitleFilter(expression);
        } catch (error) {
          if (!(error instanceof TitleFilterError)) throw error;
          expect(error.position).toBeGreaterThanOrEqual(0);
          expect(error.position).toBeLessThanOrEqual(length);
          return;
        }
        matchesTitle(filter, text);
        const again = parseTitleFilter(filter.parsed);
        expect(again.tree).toEqual(filter.tree);
        expect(filter.parsed.isWellFormed()).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it("accepts a title written as its own quoted phrase", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const unquoted = text.replace(/["“”„‟«»″＂]/g, " ");
        fc.pre(titleTokens(unquoted).length > 0 && unquoted.length < 900);
        expect(passes(`"${unquoted}"`, unquoted)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

it("keeps trees flat: no group holds a group of its own kind, no negation a negation", () => {
  const check = (node: Node): boolean => {
    if (node.type === "leaf") return true;
    const inner = node.type === "not" ? [node.child] : node.children;
    return inner.every((child) => child.type !== node.type && check(child));
  };
  fc.assert(
    fc.property(wish, (wanted) => {
      const filter = satisfiable(say(wanted, 0));
      fc.pre(filter !== null);
      return check(filter.tree as Node);
    }),
  );
});
