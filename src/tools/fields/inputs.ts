import * as z from "zod";
import { MAX_WEBHOOK_ENDPOINTS } from "../../constants.ts";
import { AppError } from "../../errors.ts";
import { UNPRINTABLE } from "../../lib/printable.ts";
import { prose } from "../../lib/words.ts";
import { isRole as isRoleAddress } from "../../readers/emails/email-address.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import { readTitle } from "../../readers/titles/job-title.ts";
import { MAX_EXPRESSION_LENGTH, TitleFilterError } from "../../readers/titles/parse-filter.ts";
import { type ParsedTitleFilter, parseTitleFilter } from "../../readers/titles/title-filter.ts";
import { countryCode } from "../../readers/words/countries.ts";
import { ENDPOINT_ID } from "../../webhooks/endpoints.ts";
import { object } from "../tool.ts";

/** A name that a caller gives to something of its own, such as a key, or an empty one. Pages and mails show it. */
export const ownNameOrNone = z
  .string()
  .trim()
  .max(100)
  .refine((name) => !UNPRINTABLE.test(name), "must not contain control characters");

export const ownName = ownNameOrNone.min(1);

const NO_ENDPOINT =
  "must be the id of a webhook endpoint, from list_webhook_endpoints; the owner adds endpoints in the console";

/** Webhook endpoints that events go to: ids, never URLs, because a model that reads hostile pages could send data anywhere. */
export const deliver = z
  .array(z.string().regex(ENDPOINT_ID, NO_ENDPOINT))
  .max(MAX_WEBHOOK_ENDPOINTS)
  .describe("Webhook endpoints, from list_webhook_endpoints");

/** A field that may be left out; it is then null. */
export function orNull<Field extends z.ZodType>(field: Field) {
  return field.nullish().transform((value) => value ?? null);
}

/** Input field for a country, as its code in capitals. */
export const countryInput = z
  .string()
  .trim()
  .regex(/^[a-zA-Z]{2}$/, "Send an ISO 3166-1 code of two letters, e.g. NO.")
  .transform((code) => (code.toUpperCase() === "UK" ? "GB" : code.toUpperCase()))
  .refine((code) => countryCode(code) !== null, "There is no country with this code. Send one of ISO 3166-1, e.g. NO.")
  .describe("ISO 3166-1 code, e.g. NO");

/** An ISO 8601 date, or a time with an offset, as the caller wrote it. */
export const moment = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  "must be an ISO 8601 date or time, e.g. 2026-11-01 or 2026-11-01T09:00:00Z",
);

/** True for "Sales Team", "CEO" and "Head of Sales", but not for "Dean Martin". */
function namesRole(text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { seniority, department } = readTitle(text);
  const isTitle = seniority !== null && (department !== null || words.length === 1);
  return words.length > 0 && (isTitle || words.every((word) => isRoleAddress(word)));
}

/** A person's full name, as written and in parts. */
export const personNameInput = z
  .string()
  .max(200)
  .transform((text, issues): { text: string; parsed: PersonName } => {
    const parsed = parseName(text);
    const isRole = namesRole(text);
    if (parsed && !isRole) return { text: text.trim(), parsed };
    const fault = isRole ? "This is a role" : "This is not a person's name";
    issues.addIssue({ code: "custom", message: `${fault}. Send a person's full name, e.g. "Ada Brandt".` });
    return z.NEVER;
  })
  .meta({ description: "Full name of the person; accents, short forms, initials and middle names may differ." });

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
