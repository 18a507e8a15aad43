/** The title-filter language: boolean expressions over job titles, evaluated here so that all sources obey one meaning. */

import { lazy } from "../../lib/lazy.ts";
import { isContradiction } from "./contradiction.ts";
import { join, MAX_DEPTH, MAX_EXPRESSION_LENGTH, type Node, readExpression, TitleFilterError } from "./parse-filter.ts";
import { containsSequence, type Term, titleTokens } from "./title-terms.ts";

export type ParsedTitleFilter = {
  /** null: no filter, every row passes. */
  tree: Node | null;
  /** The expression as it was understood, with explicit operators and parentheses. Parsing it gives the same tree. */
  parsed: string;
  /** Notes on how the expression was read, without a full stop; empty when it is unambiguous. */
  warnings: string[];
};

const SEPARATOR = " OR ";

/** Reads a filter, or the items of one that OR joins; blank means none. Linear. @throws {TitleFilterError} with a place in the whole. */
export function parseTitleFilter(expression: string | string[]): ParsedTitleFilter {
  const items = typeof expression === "string" ? [expression] : expression;
  if (items.join(SEPARATOR).length > MAX_EXPRESSION_LENGTH)
    throw new TitleFilterError("too_long", MAX_EXPRESSION_LENGTH);
  const reading = { offset: 0, leafCount: 0, warnings: new Set<string>() };
  const branches: Node[] = [];
  const asGiven: string[] = [];
  for (const item of items) {
    const node = readExpression(item, reading);
    if (node) {
      branches.push(node);
      asGiven.push(item);
    } else if (items.length > 1) {
      reading.warnings.add("blank items were ignored");
    }
    reading.offset += item.length + SEPARATOR.length;
  }
  if (branches.length === 0) return { tree: null, parsed: "", warnings: [...reading.warnings] };

  const tree = join("or", branches);
  if (isContradiction(tree)) throw new TitleFilterError("contradiction", 0);
  const spelledOut = write(tree);
  // Spelling out may cross a limit that the given text just kept; that text is then the one sure to be readable again.
  const isReadable = spelledOut.length <= MAX_EXPRESSION_LENGTH && depthOf(tree) <= MAX_DEPTH;
  return { tree, parsed: isReadable ? spelledOut : asGiven.join(SEPARATOR), warnings: [...reading.warnings] };
}

/** A built-in filter, parsed on first use: parsing all of them would take a tenth of the Worker's start-up time. */
export function fixedTitleFilter(expression: string): () => ParsedTitleFilter {
  return lazy(() => parseTitleFilter(expression));
}

/** Whether a title, or a word in `department`, passes. A row without a title passes the empty filter alone. */
export function matchesTitle(filter: ParsedTitleFilter, title: string | null, department = ""): boolean {
  if (!filter.tree) return true;
  const tokens = titleTokens(title ?? "");
  if (tokens.length === 0) return false;
  const own = asksForSupport(filter) ? tokens : withoutSuperiors(tokens);
  return evaluate(filter.tree, [own, titleTokens(department)]);
}

function evaluate(node: Node, texts: string[][]): boolean {
  if (node.type === "leaf")
    return node.sequences.every((sequence) => texts.some((tokens) => containsSequence(tokens, sequence)));
  if (node.type === "not") return !evaluate(node.child, texts);
  const passes = (child: Node) => evaluate(child, texts);
  return node.type === "and" ? node.children.every(passes) : node.children.some(passes);
}

const CHIEF = `(?:c[a-z]{1,2}o|ciso|founder|cofounder|president|chief [a-z]+ officer|managing director)`;
/** Whose office or assistant somebody is: "CEO Office Intern", "Assistant to the CEO"; "to", "of" and "the" are no tokens. */
const SUPERIOR = new RegExp(
  String.raw`\b(assistant|secretary|advisor|adviser|aide|office|staff) ${CHIEF}\b|\b${CHIEF} (office|staff)\b`,
  "g",
);

/** Expressions with one of these words ask for such people. */
const SUPPORT = /assist|secretar|advis|aide|office\b|staff|\*/i;

/** Whether a filter reads whole titles; others read them {@link withoutSuperiors}. */
export function asksForSupport({ parsed }: ParsedTitleFilter): boolean {
  return SUPPORT.test(parsed);
}

/** Tokens of a title without the person whom its holder works for; the same array when it names none. */
export function withoutSuperiors(tokens: string[]): string[] {
  const text = tokens.join(" ");
  const own = text.replace(SUPERIOR, (_, before = "", after = "") => `${before}${after}`);
  return own === text ? tokens : own.split(" ");
}

/** Beyond this many alternatives, an AND keeps only its narrower side: the condition is weaker, still necessary, and short. */
const MAX_ALTERNATIVES = 64;

/** What every accepted title has: all terms of one of these, in any spelling; null without a condition. `matchesTitle` decides. */
export function positiveLeaves(filter: ParsedTitleFilter, canSearch: (word: string) => boolean = () => true) {
  const alternatives = filter.tree && necessary(filter.tree);
  const searchable = alternatives?.map((terms) => terms.filter((term) => term.flat().every(canSearch)));
  return searchable?.every((terms) => terms.length > 0) ? searchable : null;
}

function necessary(node: Node): Term[][] | null {
  if (node.type === "leaf") return [node.sequences.flat().map(withSplitCofounder)];
  if (node.type === "not") return null;
  const branches = node.children.map(necessary);
  if (node.type === "and") return branches.reduce(both);
  return branches.every((branch) => branch !== null) ? branches.flat() : null;
}

function both(left: Term[][] | null, right: Term[][] | null): Term[][] | null {
  if (!left || !right) return left ?? right;
  if (left.length * right.length > MAX_ALTERNATIVES) return left.length <= right.length ? left : right;
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

// "cofounder" is one token only here; elsewhere "Co-Founder" is two words.
function withSplitCofounder(term: Term): Term {
  return term.flatMap((spelling) => {
    const [word = ""] = spelling;
    return word.startsWith("cofound") ? [spelling, ["co", word.slice(2)]] : [spelling];
  });
}

function write(node: Node): string {
  if (node.type === "leaf") return node.text;
  if (node.type === "not") return `NOT ${writeInner(node.child)}`;
  return node.children.map(writeInner).join(node.type === "and" ? " AND " : SEPARATOR);
}

function writeInner(node: Node): string {
  return "children" in node ? `(${write(node)})` : write(node);
}

/** How deep `write` nests parentheses. */
function depthOf(node: Node): number {
  if (node.type === "leaf") return 0;
  const children = node.type === "not" ? [node.child] : node.children;
  return Math.max(...children.map((child) => depthOf(child) + ("children" in child ? 1 : 0)));
}

const MAX_QUERY_LENGTH = 8_000;
/** What SQLite's unicode61 splits as we do. Terms in other scripts are left out: a weaker query finds more, never less. */
const SEARCHABLE = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{N}&+#.]+\*?$/u;

/** An FTS5 expression that every accepted title satisfies; null without one. Words are quoted: NOT is an operator. */
export function titleSearch(filter: ParsedTitleFilter): string | null {
  const alternatives = positiveLeaves(filter, (word) => SEARCHABLE.test(word));
  const query = alternatives?.map((terms) => `(${terms.map(anyOf).join(" AND ")})`).join(" OR ") ?? null;
  return query && query.length <= MAX_QUERY_LENGTH ? query : null;
}

function anyOf(term: Term): string {
  const spellings = term.map((words) => {
    const text = words.join(" ");
    return text.endsWith("*") ? `"${text.slice(0, -1)}" *` : `"${text}"`;
  });
  return `(${spellings.join(" OR ")})`;
}
