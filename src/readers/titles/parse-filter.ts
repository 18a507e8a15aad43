/** A title-filter expression as a tree. */
import {
  lex,
  MAX_DEPTH,
  MAX_LEAVES,
  type Node,
  type Reading,
  TitleFilterError,
  type Token,
  WARNINGS,
} from "./lex-filter.ts";

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
    if (token.type === "close" || token.type === "end") throw missingOperand(token.type, token.position);
    if (token.type !== "leaf") throw new TitleFilterError("unexpected_operator", token.position);
    if (++reading.leafCount > MAX_LEAVES) throw new TitleFilterError("too_many_terms", token.position);
    next++;
    return token.leaf;
  }

  function missingOperand(type: "close" | "end", position: number): TitleFilterError {
    const opener = openers.at(-1);
    if (type === "end" && opener !== undefined) return new TitleFilterError("unbalanced_paren", opener);
    if (type === "close" && opener === undefined) return new TitleFilterError("unbalanced_paren", position);
    return new TitleFilterError("unexpected_end", position);
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
