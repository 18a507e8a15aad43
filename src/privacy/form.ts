import { PRIVACY_LINK_LIFETIME_SECONDS } from "../constants.ts";
import { type AppError, invalidField } from "../errors.ts";
import { readAddress } from "../http/asserted-address.ts";
import type { Site } from "../http/site.ts";
import { prose } from "../lib/words.ts";
import { writeMail } from "../platform/mail.ts";
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

/** Who answers for the data, on what grounds, and how to reach them. An operator in the EU or the UK sets all three. */
export function privacyController({ config }: Site): string {
  const { OPERATOR_NAME, OPERATOR_ADDRESS, OPERATOR_EMAIL } = config;
  const who = [OPERATOR_NAME, OPERATOR_ADDRESS].filter(Boolean).join(", ");
  const controller = who || "the operator of this deployment, who has not given a name";
  const contact = OPERATOR_EMAIL ? `${OPERATOR_EMAIL}, or the form below` : "the form below";
  return prose`Controller: ${controller}. Contact: ${contact}. Legal basis: legitimate interests in business contacts (Art. 6(1)(f) GDPR),
    against which you can object here at any time; you can also complain to a supervisory authority.`;
}

/** How the service handles personal data, in one paragraph. */
export function privacyIntroduction({ config }: Site): string {
  return prose`${config.SERVICE_NAME} answers questions about companies and the people who work there, from what companies publish about
    themselves, from the directory of its operator and from licensed vendors. Here you can ask what is stored about you, have it deleted,
    or object to its use. You get a mail with a link; nothing happens before you follow it.`;
}

/** What a form offers to ask for. */
export const WISHES: Record<PrivacyRequest["type"], string> = {
  access: "See what is stored about me",
  erasure: "Delete it, and never show me again",
  objection: "Object: do not use data about me",
};

const HOURS = PRIVACY_LINK_LIFETIME_SECONDS / 3600;
const MAILED_WISHES = {
  access: "to be shown everything that is stored about you",
  erasure: "to have everything that is stored about you deleted, and never to be shown again",
  objection: "that data about you be deleted and never be shown again, because you object to its use",
};

/** What a request asks for, as the end of "somebody asked …". */
export function wishOf({ type, name, domain }: PrivacyRequest): string {
  return `${MAILED_WISHES[type]}${name && domain ? `, as ${name} at ${domain} and` : ","} with this address`;
}

/** The mail with the link that confirms a privacy request. */
export function privacyMail(serviceName: string, request: PrivacyRequest, link: string) {
  const paragraph = `Nothing has happened yet. If it was you, open this link within ${HOURS} hours and confirm the request:`;
  return writeMail(`Your data at ${serviceName}: please confirm`, [
    `Somebody asked ${serviceName}, in your name, ${wishOf(request)}.`,
    { kind: "link", paragraph, link },
    "If it was not you, ignore this mail.",
  ]);
}
