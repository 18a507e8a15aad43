import * as z from "zod";
import { wordsOf } from "../words/sections.ts";

const emailAddress = z.email().max(254);
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/** An address with its domain in lower case; that form is the identity. Null for what is not an email address. */
export function parseAddress(value: unknown): string | null {
  const result = emailAddress.safeParse(typeof value === "string" ? value.trim() : value);
  if (!result.success) return null;
  const [local, domain] = splitAddress(result.data);
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

/** A local part in the form of the patterns: lower case, without `+tag` and trailing digits. */
export function bareLocal(local: string): string {
  const untagged = local.toLowerCase().replace(/\+.*/s, "");
  return untagged.replace(/(?<!\d)\d+$/, "");
}

const roles = wordsOf("role addresses");
/** A function, or its plural; "prs" may be initials. */
const isFunction = (word: string) => roles().has(word) || (word.length > 3 && roles().has(word.replace(/s$/, "")));

/** True for a function: `info`, `sales.eu`, `jobs2026`. Single letters and ambiguous words count only when alone. */
export function isRole(local: string): boolean {
  const parts: string[] = bareLocal(local).match(/[^._-]+/g) ?? [];
  const [first = ""] = parts;
  return isFunction(parts.join("")) || (first.length > 3 && isFunction(first));
}
