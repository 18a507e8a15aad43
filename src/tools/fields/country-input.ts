import * as z from "zod";
import { countryCode } from "../../readers/words/countries.ts";

/** Input field for a country, as its code in capitals. */
export const countryInput = z
  .string()
  .trim()
  .regex(/^[a-zA-Z]{2}$/, "Send an ISO 3166-1 code of two letters, e.g. NO.")
  .transform((code) => (code.toUpperCase() === "UK" ? "GB" : code.toUpperCase()))
  .refine((code) => countryCode(code) !== null, "There is no country with this code. Send one of ISO 3166-1, e.g. NO.")
  .describe("ISO 3166-1 code, e.g. NO");
