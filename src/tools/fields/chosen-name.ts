import * as z from "zod";
import { UNPRINTABLE } from "../../lib/printable.ts";

const MAX_LENGTH = 100;

/** A name that a caller gives to something of its own, such as a key, or an empty one. Pages and mails show it. */
export const ownNameOrNone = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .refine((name) => !UNPRINTABLE.test(name), "must not contain control characters");

export const ownName = ownNameOrNone.min(1);
