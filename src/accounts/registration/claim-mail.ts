import { CLAIM_LIFETIME_SECONDS, USER_CODE_DIGITS } from "../../constants.ts";
import { countryName } from "../../lib/country.ts";
import { type MailContent, writeMail } from "../../platform/mail.ts";
import type { ClaimPurpose } from "./claim-token.ts";

type ClaimMail = {
  purpose: ClaimPurpose;
  serviceName: string;
  code: string;
  cancelUrl: string;
  country: string | null;
  now: number;
};

/** The mail with a user code: its purpose, where the request came from, and what to do if the owner did not start it. */
export function claimMail({ purpose, serviceName, code, cancelUrl, country, now }: ClaimMail): MailContent {
  const place = countryName(country);
  const when = `${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const from = `on ${when}${place ? `, from ${place}` : ""}`;
  const { asked, share, undo } = {
    key: {
      asked: `A software agent asked ${serviceName} for an API key in your name, ${from}.`,
      share: `If you started this, give the agent this ${USER_CODE_DIGITS}-digit code.`,
      undo: "revokes every key that was created with it",
    },
    console: {
      asked: `Somebody asked to sign in to the ${serviceName} console with your address, ${from}.`,
      share: `If it was you, type this ${USER_CODE_DIGITS}-digit code into the page where you asked for it. No agent needs this code.`,
      undo: "ends every session that was started with it",
    },
  }[purpose];
  return writeMail(`Your ${serviceName} code`, [
    asked,
    `${share} The code works once, for ${CLAIM_LIFETIME_SECONDS / 60} minutes. Do not give it to anyone else.`,
    { kind: "code", code },
    {
      kind: "link",
      paragraph: `If you did not start this, do not share the code. This link stops the request and ${undo}:`,
      link: cancelUrl,
      label: "This wasn't me",
    },
  ]);
}
