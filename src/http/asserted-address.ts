import { invalidRequest } from "../errors.ts";
import { parseAddress } from "../readers/emails/email-address.ts";

/** Checks an asserted address; `field` is what the error names. Throws `invalid_request`. */
export function readAddress(value: unknown, field: string): string {
  const address = parseAddress(value);
  if (address === null) throw invalidRequest(`\`${field}\` must be an email address.`);
  return address;
}
