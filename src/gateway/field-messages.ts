import type * as z from "zod";

/** The problem with a field, as the end of a sentence that begins with its name. Undefined keeps the schema's own message. */
export const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_union":
      return issue.input === undefined ? "is required" : undefined;
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "more than" : "at least", Number(issue.minimum));
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "less than" : "at most", Number(issue.maximum));
    case "invalid_value":
      return `${issue.input === undefined ? "is required:" : "must be"} one of ${issue.values.join(", ")}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return FORMATS[issue.format];
  }
};

const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const FORMATS: Record<string, string> = {
  email: "must be an email address, e.g. ada@acme.com",
  url: "must be a URL, e.g. https://acme.com",
};

/** The unit of a bound; a number has none. */
const UNITS: Record<string, string> = { string: "character", array: "item" };

function bound(origin: string, comparison: string, limit: number): string {
  const unit = UNITS[origin];
  if (!unit) return `must be ${comparison} ${limit}`;
  return `must have ${comparison} ${limit} ${unit}${limit === 1 ? "" : "s"}`;
}
