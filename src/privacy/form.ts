import { type AppError, invalidField } from "../errors.ts";
import { readAddress } from "../http/asserted-address.ts";
import { parseName } from "../readers/names/person-name.ts";
import { plainText } from "../readers/page/plain-text.ts";
import { companyDomain } from "../readers/words/company-domain.ts";

export const PRIVACY_REQUESTS = ["access", "erasure", "objection"] as const;
const MAX_NAME_LENGTH = 100;

/** A person's request about their own data. Name and domain are given together or not at all. */
export type PrivacyRequest = {
  type: (typeof PRIVACY_REQUESTS)[number];
  email: string;
  name: string | null;
  domain: string | null;
};

/** A privacy request as a tool or a form sends it. Throws `invalid_request`. */
export function readPrivacyForm(given: Record<string, unknown>): PrivacyRequest {
  const type = PRIVACY_REQUESTS.find((known) => known === given.type);
  if (!type) throw refused("type", `must be one of ${PRIVACY_REQUESTS.join(", ")}`);
  const email = readAddress(given.email, "email");
  const name = textOf(given.name);
  const domain = textOf(given.domain);
  if (!name && !domain) return { type, email, name: null, domain: null };
  if (!name || !domain) throw refused(name ? "domain" : "name", "name and domain are given together, or neither");
  if (!parseName(name)) throw refused("name", "must be a person's full name");
  const site = companyDomain.safeParse(domain);
  if (!site.success) throw refused("domain", site.error.issues[0]?.message ?? "must be a company's domain");
  return { type, email, name: plainText(name, MAX_NAME_LENGTH), domain: site.data };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function refused(path: string, message: string): AppError {
  return invalidField(path, message, `${path}: ${message}.`);
}
