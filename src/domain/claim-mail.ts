import { USER_CODE_DIGITS } from "../config.ts";
import { escapeHtml } from "./html.ts";

export type ClaimMail = {
  serviceName: string;
  code: string;
  cancelUrl: string;
  country: string | null;
  now: number;
};

/** The mail that carries a user code: what it is for, who asked, what to do if nobody did. */
export function claimMail({ serviceName, code, cancelUrl, country, now }: ClaimMail): {
  subject: string;
  text: string;
  html: string;
} {
  const place = country ? new Intl.DisplayNames("en", { type: "region" }).of(country) : undefined;
  const when = `${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const asked = `A software agent asked ${serviceName} for an API key in your name, on ${when}${place ? `, from ${place}` : ""}.`;
  const share = `If you started this, give the agent this ${USER_CODE_DIGITS}-digit code. It is good for 10 minutes and works once. Give it to nobody else.`;
  const notMe =
    "If you did not start this, do not share the code. This link stops the request and revokes any key that came of it:";
  const subject = `Your ${serviceName} code`;
  const text = [asked, "", share, "", `    ${code}`, "", notMe, cancelUrl, ""].join("\n");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:2rem auto;padding:0 1rem">
<p>${escapeHtml(asked)}</p><p>${escapeHtml(share)}</p>
<p style="font:700 28px/1.2 ui-monospace,monospace;letter-spacing:.2em">${code}</p>
<p>${escapeHtml(notMe)}<br><a href="${escapeHtml(cancelUrl)}">This wasn't me</a></p></body></html>`;
  return { subject, text, html };
}
