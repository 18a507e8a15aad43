/** Title filters that no title can pass, such as `engineer NOT engineer`. */
import type { Leaf, Node } from "./parse-filter.ts";
import { containsSequence, fits, type Sequence, type Term } from "./title-terms.ts";

/** The leaves that the current branch requires and excludes. */
type Literals = { required: Leaf[]; excluded: Leaf[] };

/** Whether no title can pass `node`, because each alternative excludes what it requires. Bounded by the limits. */
export function isContradiction(node: Node, outer: Literals = { required: [], excluded: [] }): boolean {
  const known: Literals = { required: [...outer.required], excluded: [...outer.excluded] };
  const choices: Node[][] = [];
  collect(node, false, known, choices);
  // Every title that contains what is required contains this leaf too.
  const given = known.required.flatMap(({ sequences }) => sequences);
  const isImplied = ({ sequences }: Leaf) => sequences.every((wanted) => given.some((one) => implies(one, wanted)));
  if (known.excluded.some(isImplied)) return true;
  return choices.some((branches) => branches.every((branch) => isContradiction(branch, known)));
}

/** Sorts what `node` (negated: its opposite) demands into leaves that must hold together and choices between branches. */
function collect(node: Node, isNegated: boolean, known: Literals, choices: Node[][]): void {
  if (node.type === "leaf") (isNegated ? known.excluded : known.required).push(node);
  else if (node.type === "not") collect(node.child, !isNegated, known, choices);
  // De Morgan: the opposite of an OR is an AND of opposites.
  else if ((node.type === "and") !== isNegated) {
    for (const child of node.children) collect(child, isNegated, known, choices);
  } else {
    choices.push(node.children.map((child): Node => (isNegated ? { type: "not", child } : child)));
  }
}

/** True when every title that contains the sequence `given` contains the sequence `wanted`. */
function implies(given: Sequence, wanted: Sequence): boolean {
  if (wanted.length === 1 && given.some((term) => term.every((spelling) => containsSequence(spelling, wanted))))
    return true;
  const starts = given.length - wanted.length + 1;
  return Array.from({ length: Math.max(starts, 0) }, (_, start) => start).some((start) =>
    wanted.every((term, index) => isNarrower(given[start + index] ?? [], term)),
  );
}

/** True when every spelling of `given` is one of `wanted`. A pattern such as `market*` counts as a literal word. */
function isNarrower(given: Term, wanted: Term): boolean {
  const isOf = (spelling: string[], other: string[]) =>
    other.length === spelling.length && other.every((word, index) => fits(word, spelling[index]));
  return given.every((spelling) => wanted.some((other) => isOf(spelling, other)));
}
