import * as z from "zod";

/** Control, format and line-separating characters: they cost storage and mislead readers. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const MAX_LENGTH = 100;

/** Input field for a name that a caller gives to something of its own, such as a key. Pages and mails show it. */
export const ownName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LENGTH)
  .refine((name) => !UNPRINTABLE.test(name), "must not contain control characters");
