import * as z from "zod";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";

const MAX_NAME_LENGTH = 200;

/** A person's full name, as written and in parts. */
export const personNameInput = z
  .string()
  .max(MAX_NAME_LENGTH)
  .transform((text, issues): { text: string; parsed: PersonName } => {
    const parsed = parseName(text);
    if (parsed) return { text: text.trim(), parsed };
    issues.addIssue({
      code: "custom",
      message: 'This is not a person\'s name. Send the full name, e.g. "Ada Brandt".',
    });
    return z.NEVER;
  })
  .meta({ description: "Full name of the person; accents, short forms, initials and middle names may differ." });
