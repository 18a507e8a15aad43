export const MAX_EXPRESSION_LENGTH = 1000;
export const MAX_DEPTH = 10;
export const MAX_LEAVES = 64;

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

/**
 * An expression that cannot be read. `message` is our own text and safe to show to the caller. `position` is the
 * 0-based UTF-16 index of the offending token in the expression as given; of the opener if unclosed; of what stands
 * where an operand should, a `)` or the end of the expression, if `unexpected_end`; of the first excess character if
 * `too_long`; 0 if `contradiction`.
 */
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
