/** A title-filter expression as tokens, and as a tree. */

import { isWordLike, prefixSequence, runSequences, type Sequence, termsOf, titleTokens } from "./title-terms.ts";

export const MAX_EXPRESSION_LENGTH = 1000;
export const MAX_DEPTH = 10;
const MAX_LEAVES = 64;

const DETAILS = {
  unbalanced_paren: "This parenthesis is unmatched.",
  unbalanced_quote: "This quotation mark is unmatched.",
  unexpected_operator: "A word, a quoted phrase or a group is needed before this operator.",
  unexpected_end: "A word, a quoted phrase or a group is needed here, after the operator.",
  empty_group: "There is nothing between these parentheses.",
  empty_phrase: "There is nothing to look for here: punctuation and words such as of, the, and are ignored.",
  bad_wildcard: "A wildcard may only end a word, after at least three letters: market*.",
  too_deep: `Parentheses may be nested ${MAX_DEPTH} deep.`,
  too_long: `An expression may have ${MAX_EXPRESSION_LENGTH} characters.`,
  contradiction: "No job title can pass: the expression excludes what it requires.",
  too_many_terms: `An expression may have ${MAX_LEAVES} terms; adjacent bare words are one term, so is a quoted phrase.`,
};

export type TitleFilterErrorCode = keyof typeof DETAILS;

/** An expression that cannot be read. `message` is our own text, `position` the UTF-16 index of what is wrong. */
export class TitleFilterError extends Error {
  readonly code: TitleFilterErrorCode;
  readonly position: number;

  constructor(code: TitleFilterErrorCode, position: number) {
    super(DETAILS[code]);
    this.name = "TitleFilterError";
    this.code = code;
    this.position = position;
  }
}

/** What a title must contain: every sequence, in any order. `text` re-reads as the same leaf. */
export type Leaf = { type: "leaf"; text: string; sequences: Sequence[] };
export type Node = { type: "and" | "or"; children: Node[] } | { type: "not"; child: Node } | Leaf;

type Reading = {
  /** Index of this expression in the text that positions refer to. */
  offset: number;
  /** How many leaves the filter has so far, those of earlier expressions included. */
  leafCount: number;
  /** Collects notes on how the expression was read. */
  warnings: Set<string>;
};

type Token =
  | { type: "open" | "close" | "and" | "or" | "not" | "end"; position: number }
  | { type: "leaf"; leaf: Leaf; position: number };

const SEPARATORS = String.raw`\s,;、`;
const WORD_END = String.raw`(?=[${SEPARATORS}\(\)"\|]|&&|$)`;
const LEXEME = new RegExp(
  [
    `(?<separator>[${SEPARATORS}]+)`,
    String.raw`(?<open>\()`,
    String.raw`(?<close>\))`,
    `"(?<phrase>[^"]*)(?<closed>"?)`,
    `(?<and>&&|and${WORD_END})`,
    String.raw`(?<or>\|\|?|or${WORD_END})`,
    // A dash with a space after it only separates, as in "Sales - EMEA".
    String.raw`(?<not>!|[\-–−]+(?=[^\-–−${SEPARATORS}\)\|])|not${WORD_END})`,
    String.raw`(?<plus>\+(?=[^${SEPARATORS}\)\|]))`,
    String.raw`(?<word>(?:(?!&&)[^${SEPARATORS}\(\)"\|])+)`,
  ].join("|"),
  "giuy",
);

const WARNINGS = {
  separator: "commas, semicolons and slashes only separate words: write OR between alternatives",
  plus: "a leading + was ignored: every term is required unless OR stands between",
  lowerCase: "lower-case and, or, not were read as operators: quote them to look for the words",
  quotedWildcard: "a * inside quotes was ignored: wildcards work on bare words only",
  mixed: "mixed AND/OR without parentheses: AND binds tighter, A OR B AND C is A OR (B AND C)",
};

/** Maps width and quote variants to ASCII and drops invisible characters; `positions[i]` is where `text[i]` came from. */
function asciiMarks(expression: string): { text: string; positions: number[] } {
  const marked = expression
    .replace(/[！-～]/g, (character) => character.normalize("NFKC"))
    // A backslash is left over from a quotation mark that was escaped twice.
    .replace(/(?!\p{Cf})[\s\p{Cc}\p{Cs}\\]/gu, " ")
    .replace(/[“”„‟«»″]/g, '"');
  const visible = [...marked.matchAll(/\P{Cf}+/gu)];
  const positions = visible.flatMap(({ 0: { length }, index }) => Array.from({ length }, (_, at) => index + at));
  return { text: visible.join(""), positions };
}

function lex(expression: string, { offset, warnings }: Reading): Token[] {
  const { text, positions } = asciiMarks(expression);
  const tokens: Token[] = [];
  let words: string[] = [];
  let runPosition = offset;
  let ignoredPosition: number | undefined;

  function addLeaf(text: string, sequences: Sequence[], position: number): void {
    tokens.push({ type: "leaf", leaf: { type: "leaf", text, sequences }, position });
  }

  /** A run of nothing but stop words or dashes is no term: "(VP OR head) of (sales OR marketing)" has two. */
  function endRun(): void {
    if (words.length === 0) return;
    const run = words.filter(isWordLike).join(" ");
    const sequences = runSequences(run);
    words = [];
    if (sequences.length === 0) ignoredPosition ??= runPosition;
    else addLeaf(run, sequences, runPosition);
  }

  for (const match of text.matchAll(LEXEME)) {
    const position = offset + (positions[match.index] ?? 0);
    // Not `...symbols`: to collect the rest of the groups takes as long as to match them.
    const { separator, plus, word, phrase, closed, open, close, and, or } = match.groups ?? {};
    if (separator !== undefined) {
      if (/\S/.test(separator)) warnings.add(WARNINGS.separator);
    } else if (plus !== undefined) {
      warnings.add(WARNINGS.plus);
    } else if (word !== undefined && !word.includes("*")) {
      if (/[^/]\/[^/]/.test(word)) warnings.add(WARNINGS.separator);
      if (words.push(word) === 1) runPosition = position;
    } else {
      endRun();
      if (word !== undefined) {
        const sequence = word.indexOf("*") === word.length - 1 ? prefixSequence(word.slice(0, -1)) : null;
        if (!sequence) throw new TitleFilterError("bad_wildcard", position);
        addLeaf(word, [sequence], position);
      } else if (phrase !== undefined) {
        if (!closed) throw new TitleFilterError("unbalanced_quote", position);
        if (phrase.includes("*")) warnings.add(WARNINGS.quotedWildcard);
        const quoted = phrase.trim().replace(/\s+/g, " ");
        const sequence = termsOf(titleTokens(quoted));
        if (sequence.length === 0) throw new TitleFilterError("empty_phrase", position);
        addLeaf(`"${quoted}"`, [sequence], position);
      } else {
        if (/[a-z]/.test(match[0])) warnings.add(WARNINGS.lowerCase);
        const type = open ? "open" : close ? "close" : and ? "and" : or ? "or" : "not";
        tokens.push({ type, position });
      }
    }
  }
  endRun();
  if (tokens.length === 0 && ignoredPosition !== undefined) throw new TitleFilterError("empty_phrase", ignoredPosition);
  tokens.push({ type: "end", position: offset + expression.length });
  return tokens;
}

/** Reads one expression of checked length; null when it is blank. @throws {TitleFilterError} */
export function readExpression(expression: string, reading: Reading): Node | null {
  const tokens = lex(expression, reading);
  let next = 0;
  const openers: number[] = [];

  // `lex` ends every list with `end`, and no rule below moves past it.
  const peek = () => tokens[next] as Token;

  function alternatives(): Node {
    const branches: Node[][] = [factors()];
    while (peek().type === "or") {
      next++;
      branches.push(factors());
    }
    if (branches.length > 1 && branches.some((branch) => branch.length > 1)) reading.warnings.add(WARNINGS.mixed);
    const nodes = branches.map((branch) => join("and", branch));
    return join("or", nodes);
  }

  function factors(): Node[] {
    const nodes = [factor()];
    while (peek().type !== "or" && peek().type !== "close" && peek().type !== "end") {
      if (peek().type === "and") next++;
      nodes.push(factor());
    }
    return nodes;
  }

  function factor(): Node {
    let isNegated = false;
    for (; peek().type === "not"; next++) isNegated = !isNegated;
    const node = operand();
    if (!isNegated) return node;
    return node.type === "not" ? node.child : { type: "not", child: node };
  }

  function operand(): Node {
    const token = peek();
    if (token.type === "open") return group();
    const opener = openers.at(-1);
    if (token.type === "end" && opener !== undefined) throw new TitleFilterError("unbalanced_paren", opener);
    if (token.type === "close" && opener === undefined) throw new TitleFilterError("unbalanced_paren", token.position);
    if (token.type === "close" || token.type === "end") throw new TitleFilterError("unexpected_end", token.position);
    if (token.type !== "leaf") throw new TitleFilterError("unexpected_operator", token.position);
    if (++reading.leafCount > MAX_LEAVES) throw new TitleFilterError("too_many_terms", token.position);
    next++;
    return token.leaf;
  }

  function group(): Node {
    const { position } = peek();
    if (openers.push(position) > MAX_DEPTH) throw new TitleFilterError("too_deep", position);
    next++;
    if (peek().type === "close") throw new TitleFilterError("empty_group", position);
    const node = alternatives();
    if (peek().type === "end") throw new TitleFilterError("unbalanced_paren", position);
    next++;
    openers.pop();
    return node;
  }

  if (peek().type === "end") return null;
  const node = alternatives();
  if (peek().type === "close") throw new TitleFilterError("unbalanced_paren", peek().position);
  return node;
}

/** One node of `type` over `nodes`; a single node stays as it is, and nested nodes of the same type are merged. */
export function join(type: "and" | "or", nodes: Node[]): Node {
  const [only] = nodes;
  if (only && nodes.length === 1) return only;
  return { type, children: nodes.flatMap((node) => (node.type === type ? node.children : [node])) };
}
