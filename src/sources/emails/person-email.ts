import { isDisposable } from "../../platform/disposable-domains.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { isSuppressed, type Subject, suppress } from "../../privacy/suppressions.ts";
import { latinName } from "../../readers/emails/local-parts.ts";
import type { PersonName } from "../../readers/names/person-name.ts";
import { isFreeMail } from "../../readers/words/company-domain.ts";
import { type EmailCandidate, knownAddresses, learnedAddress, learnFrom } from "./email-candidates.ts";
import { askHunter } from "./hunter-email.ts";
import { lookUpMail, type MailDomain } from "./mail-domain.ts";

type EmailQuestion = { name: PersonName; text: string; domain: string };

export type EmailChecks = { disposable: boolean; free_provider: boolean; role: boolean };

/** What is known about a person's address. Without `found`, `reason` says why. */
type EmailAnswer = {
  found: EmailCandidate | null;
  reason: string | null;
  mail: MailDomain | null;
  checks: EmailChecks;
};

/** At this confidence no vendor is paid. */
const SURE = 0.9;
/** A site without MX records rarely accepts mail. */
const IMPLICIT_FACTOR = 0.6;

/** The address of a person at a company. Throws when the resolver is down, or a vendor failed and a guess is left. */
export async function findEmail(context: SourceContext, question: EmailQuestion): Promise<EmailAnswer> {
  const { name, domain } = question;
  const checks = await checksOf(context, domain);
  const nothing = (reason: string, mail: MailDomain | null = null) => ({ found: null, reason, mail, checks });
  if (checks.free_provider) return nothing("free_mail_domain");
  if (checks.disposable) return nothing("disposable_domain");
  const person: Subject = { kind: "person", name, domain };
  if (await isSuppressed(context, [person])) return nothing("person_objected");
  const learning = learnFrom(context, question);
  // Awaited below, unless the domain takes no mail.
  learning.catch(() => {});
  const mail = await lookUpMail(context, domain);
  if (mail.status === "domain_has_no_dns" || mail.status === "domain_takes_no_mail") return nothing(mail.status, mail);

  const known = await learning;
  const latin = latinName(question.text);
  const learned = latin && learnedAddress(latin, domain, known);
  // In the order of the steps: of equal candidates the first wins.
  const own = best([...knownAddresses(latin, known), ...(learned ? [learned] : [])]);
  let found = own;
  if (!own || own.confidence < SURE) {
    const vendor = await askHunter(context, { ...question, latin, known, isGuess: !own || own.status === "guess" });
    if (vendor.status === "not_found" && vendor.reason === "person_objected") {
      await suppress(context, [person]);
      return nothing("person_objected", mail);
    }
    if (vendor.status === "failed" && (!own || own.status === "guess")) throw vendor.error;
    if (vendor.status === "skipped" && !own) throw vendor.error;
    if (vendor.status === "found") found = best([...(own ? [own] : []), vendor.candidate]);
  }
  if (!found) return nothing(latin ? "no_usable_address" : "name_has_no_latin_form", mail);

  const hidden = await Promise.all(
    [found.email, ...found.alternatives].map((email) => isSuppressed(context, [{ kind: "email", email }])),
  );
  if (hidden[0]) return nothing("person_objected", mail);
  const alternatives = found.alternatives.filter((_, index) => !hidden[index + 1]);
  const factor = mail.status === "implicit" && found.status !== "verified" ? IMPLICIT_FACTOR : 1;
  const confidence = Math.round(found.confidence * factor * 100) / 100;
  const isDerived = found.status === "guess" || found.status === "pattern";
  if (isDerived && name.family.length === 0 && /^\p{Script=Latin}+$/u.test(name.given.join("")))
    return nothing("name_has_one_word", mail);
  if (isDerived && confidence < context.config.EMAIL_MIN_CONFIDENCE) return nothing("too_unlikely", mail);
  return { found: { ...found, alternatives, confidence }, reason: found.reason, mail, checks };
}

/** The verdict on any address at a domain; `role` is about the local part and therefore false here. */
export async function checksOf({ env }: SourceContext, domain: string): Promise<EmailChecks> {
  const disposable = await isDisposable(env.DB, `anybody@${domain}`);
  return { disposable, free_provider: isFreeMail(domain), role: false };
}

function best(candidates: EmailCandidate[]): EmailCandidate | null {
  const weight = ({ status, confidence }: EmailCandidate) => confidence + (status === "verified" ? 1 : 0);
  return candidates.reduce<EmailCandidate | null>((top, one) => (top && weight(top) >= weight(one) ? top : one), null);
}
