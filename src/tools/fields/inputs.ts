import * as z from "zod";
import { UNPRINTABLE } from "../../lib/printable.ts";
import { isRole as isRoleAddress } from "../../readers/emails/email-address.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import { readTitle } from "../../readers/titles/job-title.ts";
import { countryCode } from "../../readers/words/countries.ts";

const MAX_LENGTH = 100;

/** A name that a caller gives to something of its own, such as a key, or an empty one. Pages and mails show it. */
export const ownNameOrNone = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .refine((name) => !UNPRINTABLE.test(name), "must not contain control characters");

export const ownName = ownNameOrNone.min(1);

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

const MAX_NAME_LENGTH = 200;

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
  .max(MAX_NAME_LENGTH)
  .transform((text, issues): { text: string; parsed: PersonName } => {
    const parsed = parseName(text);
    const isRole = namesRole(text);
    if (parsed && !isRole) return { text: text.trim(), parsed };
    const fault = isRole ? "This is a role" : "This is not a person's name";
    issues.addIssue({ code: "custom", message: `${fault}. Send a person's full name, e.g. "Ada Brandt".` });
    return z.NEVER;
  })
  .meta({ description: "Full name of the person; accents, short forms, initials and middle names may differ." });
