import * as z from "zod";
import { AppError } from "../../errors.ts";
import { prose } from "../../lib/words.ts";
import {
  MAX_EXPRESSION_LENGTH,
  type ParsedTitleFilter,
  parseTitleFilter,
  TitleFilterError,
} from "../../readers/titles/title-filter.ts";
import { object } from "../tool.ts";

const MAX_EXPRESSIONS = 64;

/** A job title filter: one boolean expression, or several of which one must match. Returns it parsed. */
export const titleFilterInput = z
  .union([z.string(), z.array(z.string()).max(MAX_EXPRESSIONS)], {
    error: ({ input }) =>
      input === undefined ? "is required" : `must be a string or an array of at most ${MAX_EXPRESSIONS} strings`,
  })
  .refine((expression) => [expression].flat().every((one) => one.isWellFormed()), "must be valid Unicode")
  .transform((expression, issues): ParsedTitleFilter => {
    try {
      return parseTitleFilter(expression);
    } catch (cause) {
      if (!(cause instanceof TitleFilterError)) throw cause;
      const { code, position, message } = cause;
      const error = new AppError("invalid_title_filter", `${message} Offending position: ${position}.`, {
        fields: { code, position },
      });
      // Thrown as it is by `callTool`: it says more than the error of a wrong field would.
      issues.addIssue({ code: "custom", message, params: { error } });
      return z.NEVER;
    }
  })
  .meta({
    description: prose`Boolean expression over job titles with OR, AND, NOT, parentheses, "quoted phrases" and a trailing wildcard: (VP OR
      director) sales NOT intern. Adjacent words are one unit in any order; NOT binds before AND before OR; common synonyms (VP, CTO, HR)
      are understood. An array is joined by OR. At most ${MAX_EXPRESSION_LENGTH} characters. Empty: everybody.`,
  });

/** Output field of these tools. */
export const titleFilterOutput = object("How title_filters was interpreted", {
  parsed: z.string().describe("The parsed filter; empty without one"),
  warnings: z.array(z.string()).describe("Doubts about the interpretation"),
});

/** Passes everybody, also people without a title. */
export const NO_TITLE_FILTER = parseTitleFilter("");
