import { isDisposable } from "../../platform/disposable-domains.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { isSuppressed, type Subject, suppress } from "../../privacy/suppressions.ts";
import { isRole, localOf } from "../../readers/emails/email-address.ts";
import { addressPatternsOf, latinName } from "../../readers/emails/local-parts.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import { isFreeMail } from "../../readers/words/company-domain.ts";
import type { Finding, Found } from "../facts/finding.ts";
import { HUNTER, type HunterFinding, hunterDomainSearch, hunterFind } from "../vendors/hunter.ts";
import { type EmailCandidate, type Known, knownAddresses, learnedAddress, learnFrom } from "./email-candidates.ts";
import { lookUpMail, type MailDomain } from "./mail-domain.ts";

type Question = {
  name: PersonName;
  latin: PersonName | null;
  domain: string;
  known: Known;
  /** Own sources have only a guess, so the company's pattern is worth a credit. */
  isGuess: boolean;
};

type VendorAnswer = { status: "found"; candidate: EmailCandidate } | Exclude<Finding<never>, Found<never>>;

const MAX_EVIDENCE = 5;
const NOTHING = { status: "not_found", reason: null } as const;

/** What Hunter knows about a person's address: from its finder, then from the pattern of the company's addresses. */
async function askHunter(context: SourceContext, question: Question): Promise<VendorAnswer> {
  const { name, latin, domain, known, isGuess } = question;
  const finding = await hunterFind(context, { name: latin ?? name, domain });
  if (finding.status === "found") {
    const candidate = candidateOf(finding, latin);
    if (candidate) return { status: "found", candidate };
  } else if (finding.status !== "not_found" || finding.reason === "person_objected") return finding;
  if (!latin || !isGuess) return NOTHING;

  const search = await hunterDomainSearch(context, domain);
  if (search.status !== "found") return search.status === "failed" ? search : NOTHING;
  const { data, observedAt, cached } = search;
  const personal = data.emails.filter(({ email, isGeneric }) => !isGeneric && !isRole(localOf(email)));
  const samples = personal.map(({ email, name }) => ({
    ...{ local: localOf(email), name: parseName(name) },
    ...{ source: HUNTER.name, url: null, isDemo: false },
  }));
  const learned = learnedAddress(latin, domain, { ...known, samples: [...known.samples, ...samples] });
  if (learned?.status !== "pattern") return NOTHING;
  const evidence = evidenceOf(personal.flatMap(({ sources }) => sources));
  const said = { source: HUNTER.name, isCatchAll: data.acceptsAll, evidence, observedAt, cached };
  return { status: "found", candidate: { ...learned, ...said } };
}

/** Only an address that Hunter has verified is called verified; one that it found undeliverable is not returned. */
function candidateOf(
  { data, confidence, observedAt, cached }: Found<HunterFinding & { email: string }>,
  latin: PersonName | null,
): EmailCandidate | null {
  const { email, score, accept_all, verification, sources } = data;
  if (isRole(localOf(email)) || verification?.status === "invalid") return null;
  const isVerified = verification?.status === "valid";
  return {
    email,
    reason: null,
    source: HUNTER.name,
    confidence: typeof score === "number" ? score / 100 : confidence,
    alternatives: [],
    status: isVerified ? "verified" : sources?.length ? "published" : "pattern",
    pattern: (latin && addressPatternsOf(latin, localOf(email))[0]) ?? null,
    isCatchAll: accept_all ?? null,
    evidence: evidenceOf(sources ?? []),
    observedAt,
    cached,
  };
}

function evidenceOf(sources: { uri?: string | null | undefined }[]) {
  const urls = sources.flatMap(({ uri }) => (uri && /^https?:/.test(uri) && URL.canParse(uri) ? uri : []));
  const shown = urls.length > 0 ? [...new Set(urls)] : [HUNTER.url];
  return shown.slice(0, MAX_EVIDENCE).map((url) => ({ url, kind: HUNTER.name }));
}

export type EmailChecks = { disposable: boolean; free_provider: boolean; role: boolean };

/** At this confidence no vendor is paid. */
const SURE = 0.9;
/** A site without MX records rarely accepts mail. */
const IMPLICIT_FACTOR = 0.6;

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

/** The likeliest candidate. An address that was seen stays one that was seen when the pattern makes it too. */
function best(candidates: EmailCandidate[]): EmailCandidate | null {
  const weight = ({ status, confidence }: EmailCandidate) => confidence + (status === "verified" ? 1 : 0);
  const [top] = candidates.toSorted((one, other) => weight(other) - weight(one));
  if (top?.status !== "pattern") return top ?? null;
  const seen = candidates.find(({ email, status }) => status === "published" && email === top.email);
  return seen ? { ...seen, confidence: top.confidence } : top;
}
