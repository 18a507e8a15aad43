import * as z from "zod";
import { AppError } from "../../errors.ts";

const emailAddress = z.email().max(254);
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/** Checks an asserted address and lower-cases its domain; that form is the identity. Throws `invalid_request`. */
export function readAddress(value: unknown, field: string): string {
  const result = emailAddress.safeParse(typeof value === "string" ? value.trim() : value);
  if (!result.success) throw new AppError("invalid_request", `\`${field}\` must be an email address.`);
  const [local = "", domain = ""] = splitAddress(result.data);
  return `${local}@${domain.toLowerCase()}`;
}

/** The form of an address that limits and grants count by: lower case, no `+tag`, no dots at Gmail. Never an identity. */
export function normaliseAddress(address: string): string {
  const [local, domain] = splitAddress(address.toLowerCase());
  const untagged = local.split("+")[0] || local;
  if (!GMAIL.has(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll(".", "")}@gmail.com`;
}

export function splitAddress(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf("@");
  return [address.slice(0, at), address.slice(at + 1)];
}

export function localOf(address: string): string {
  return splitAddress(address)[0].toLowerCase();
}
