import { USER_CODE_DIGITS } from "../../config.ts";
import { countryName } from "../../lib/country.ts";
import { escapeHtml } from "../../text/escape-html.ts";
import type { ClaimPurpose } from "./claim-token.ts";

export type ClaimMail = {
  purpose: ClaimPurpose;
  serviceName: string;
  code: string;
  cancelUrl: string;
  country: string | null;
  now: number;
};

/** The mail that carries a user code: what it is for, who asked, what to do if nobody did. */
export function claimMail({ purpose, serviceName, code, cancelUrl, country, now }: ClaimMail): {
  subject: string;
  text: string;
  html: string;
} {
  const place = countryName(country);
  const when = `${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const from = `on ${when}${place ? `, from ${place}` : ""}`;
  const { asked, share, undo } = {
    key: {
      asked: `A software agent asked ${serviceName} for an API key in your name, ${from}.`,
      share: `If you started this, give the agent this ${USER_CODE_DIGITS}-digit code.`,
      undo: "revokes any key that came of it",
    },
    console: {
      asked: `Somebody asked to sign in to the ${serviceName} console with your address, ${from}.`,
      share: `If it was you, type this ${USER_CODE_DIGITS}-digit code into the page where you asked for it. No agent needs it.`,
      undo: "signs out whoever got in with it",
    },
  }[purpose];
  const once = `${share} It is good for 10 minutes and works once. Give it to nobody else.`;
  const notMe = `If you did not start this, do not share the code. This link stops the request and ${undo}:`;
  const subject = `Your ${serviceName} code`;
  const text = [asked, "", once, "", `    ${code}`, "", notMe, cancelUrl, ""].join("\n");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem">
<p>${escapeHtml(asked)}</p><p>${escapeHtml(once)}</p>
<p style="font:700 28px/1.2 ui-monospace,monospace;letter-spacing:.2em">${code}</p>
<p>${escapeHtml(notMe)}<br><a href="${escapeHtml(cancelUrl)}">This wasn't me</a></p></body></html>`;
  return { subject, text, html };
}
