import { isDisposable } from "../../platform/disposable-domains.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { isSuppressed, type Subject, suppress } from "../../privacy/suppressions.ts";
import { isRole, localOf } from "../../readers/emails/email-address.ts";
import { addressPatternsOf, latinName } from "../../readers/emails/local-parts.ts";
import type { PersonName } from "../../readers/names/person-name.ts";
import { isFreeMail } from "../../readers/words/company-domain.ts";
import type { Found } from "../facts/finding.ts";
import { HUNTER, type HunterFinding, hunterFind, hunterPages } from "../vendors/hunter.ts";
import { type EmailCandidate, knownAddresses, learnedAddress, learnFrom } from "./email-candidates.ts";
import { lookUpMail, type MailDomain } from "./mail-domain.ts";

/** At this confidence no vendor is paid. */
const SURE = 0.9;
/** A site without MX records rarely accepts mail. */
const IMPLICIT_FACTOR = 0.6;

/** The verdict on any address at a domain; `role` is about the local part and therefore false here. */
export async function checksOf({ env }: SourceContext, domain: string) {
  const disposable = await isDisposable(env.DB, `anybody@${domain}`);
  return { disposable, free_provider: isFreeMail(domain), role: false };
}

export type EmailChecks = Awaited<ReturnType<typeof checksOf>>;

type EmailQuestion = { name: PersonName; text: string; domain: string };

/** A person's address; without `found`, `reason` says why. Throws when DNS is down, or a vendor failed and a guess is left. */
export async function findEmail(context: SourceContext, question: EmailQuestion) {
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
  // In the order of the steps: of equal candidates the first wins.
  const candidates = [...knownAddresses(latin, known), latin && learnedAddress(latin, domain, known)];
  const own = best(candidates);
  if (!own || own.confidence < SURE) {
    const vendor = await hunterFind(context, { name: latin ?? name, domain });
    if (vendor.status === "not_found" && vendor.reason === "person_objected") {
      await suppress(context, [person]);
      return nothing("person_objected", mail);
    }
    if (vendor.status === "failed" && (!own || own.status === "guess")) throw vendor.error;
    if (vendor.status === "skipped" && !own) throw vendor.error;
    if (vendor.status === "found") candidates.push(candidateOf(vendor));
  }
  const found = best(candidates);
  if (!found) return nothing(latin ? "no_usable_address" : "name_has_no_latin_form", mail);

  const others = found.alternatives ?? [];
  const isHidden = (email: string) => isSuppressed(context, [{ kind: "email", email }]);
  const hidden = await Promise.all([found.email, ...others].map(isHidden));
  if (hidden[0]) return nothing("person_objected", mail);
  const alternatives = others.filter((_, index) => !hidden[index + 1]);
  const factor = mail.status === "implicit" && found.status !== "verified" ? IMPLICIT_FACTOR : 1;
  const confidence = Math.round(found.confidence * factor * 100) / 100;
  const isDerived = found.status === "guess" || found.status === "pattern";
  if (isDerived && name.family.length === 0 && /^\p{Script=Latin}+$/u.test(name.given.join("")))
    return nothing("name_has_one_word", mail);
  if (isDerived && confidence < context.config.EMAIL_MIN_CONFIDENCE) return nothing("too_unlikely", mail);
  const pattern = found.pattern ?? (latin && addressPatternsOf(latin, localOf(found.email))[0]);
  return { found: { ...found, alternatives, confidence, pattern }, reason: found.reason ?? null, mail, checks };
}

/** Hunter's address; only one that it has verified is called verified, and one that it found undeliverable is none. */
function candidateOf({ data, ...found }: Found<HunterFinding & { email: string }>): EmailCandidate | null {
  const { email, score, accept_all, verification } = data;
  if (isRole(localOf(email)) || verification?.status === "invalid") return null;
  const pages = hunterPages(data.sources);
  return {
    email,
    status: verification?.status === "valid" ? "verified" : data.sources?.length ? "published" : "pattern",
    source: HUNTER.name,
    confidence: typeof score === "number" ? score / 100 : found.confidence,
    evidence: pages.length > 0 ? pages : [{ url: HUNTER.url, kind: HUNTER.name }],
    observedAt: found.observedAt,
    cached: found.cached,
    isCatchAll: accept_all ?? null,
  };
}

/** The likeliest candidate. An address that was seen stays one that was seen when the pattern makes it too. */
function best(given: (EmailCandidate | null)[]): EmailCandidate | null {
  const candidates = given.filter((candidate) => candidate !== null);
  const weight = ({ status, confidence }: EmailCandidate) => confidence + (status === "verified" ? 1 : 0);
  const [top] = candidates.toSorted((one, other) => weight(other) - weight(one));
  if (top?.status !== "pattern") return top ?? null;
  const seen = candidates.find(({ email, status }) => status === "published" && email === top.email);
  return seen ? { ...seen, confidence: top.confidence } : top;
}
