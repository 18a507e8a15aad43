import { PRIVACY_LINK_LIFETIME_SECONDS } from "../config.ts";
import { escapeHtml } from "../text/escape-html.ts";
import type { PrivacyRequest } from "./request-store.ts";

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

/** The mail that carries the link of a privacy request. */
export function privacyMail(serviceName: string, request: PrivacyRequest, link: string) {
  const asked = `Somebody asked ${serviceName}, in your name, ${wishOf(request)}.`;
  const next = `Nothing has happened yet. If it was you, open this link and confirm; it is good for ${HOURS} hours:`;
  const notMe = "If it was not you, you need do nothing.";
  const subject = `Your data at ${serviceName}: please confirm`;
  const text = [asked, "", next, link, "", notMe, ""].join("\n");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem">
<p>${escapeHtml(asked)}</p><p>${escapeHtml(next)}<br><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>
<p>${escapeHtml(notMe)}</p></body></html>`;
  return { subject, text, html };
}
