import * as z from "zod";
import { UNPRINTABLE } from "../../lib/printable.ts";

const MAX_LENGTH = 100;

/** Input field for a name that a caller gives to something of its own, such as a key. Pages and mails show it. */
export const ownName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LENGTH)
  .refine((name) => !UNPRINTABLE.test(name), "must not contain control characters");
