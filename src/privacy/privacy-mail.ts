import { PRIVACY_LINK_LIFETIME_SECONDS } from "../constants.ts";
import { type MailContent, writeMail } from "../platform/mail.ts";
import type { PrivacyRequest } from "./form.ts";

const HOURS = PRIVACY_LINK_LIFETIME_SECONDS / 3600;
const WISHES = {
  access: "to be shown everything that is stored about you",
  erasure: "to have everything that is stored about you deleted, and never to be shown again",
  objection: "that data about you be deleted and never be shown again, because you object to its use",
};

/** What a request asks for, as the end of "somebody asked …". */
export function wishOf({ type, name, domain }: PrivacyRequest): string {
  return `${WISHES[type]}${name && domain ? `, as ${name} at ${domain} and` : ","} with this address`;
}

/** The mail with the link that confirms a privacy request. */
export function privacyMail(serviceName: string, request: PrivacyRequest, link: string): MailContent {
  return writeMail(`Your data at ${serviceName}: please confirm`, [
    `Somebody asked ${serviceName}, in your name, ${wishOf(request)}.`,
    {
      kind: "link",
      paragraph: `Nothing has happened yet. If it was you, open this link within ${HOURS} hours and confirm the request:`,
      link,
    },
    "If it was not you, ignore this mail.",
  ]);
}
