import * as z from "zod";
import { isRole as isRoleAddress } from "../../readers/emails/email-address.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import { readTitle } from "../../readers/titles/job-title.ts";

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
