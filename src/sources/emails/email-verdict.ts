import type { SourceContext } from "../../platform/outbound/context.ts";
import { isSuppressed, suppress } from "../../privacy/suppressions.ts";
import { isRole } from "../../readers/emails/email-address.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { normaliseDomain } from "../../readers/words/company-domain.ts";
import { HUNTER, type HunterVerdict, hunterPages, hunterVerify } from "../vendors/hunter.ts";
import { lookUpMail, type MailDomain } from "./mail-domain.ts";
import { checksOf, type EmailChecks } from "./person-email.ts";

type Verdict = {
  status: "valid" | "invalid" | "risky" | "unknown";
  /** One of our codes; null for `valid`. */
  reason: string | null;
  isCatchAll: boolean | null;
  mail: MailDomain | null;
  source: string | null;
  /** How sure the status is, 0–1. */
  confidence: number;
  evidence: Evidence[];
};

/** An unquoted local part (RFC 5321, section 4.1.2), with letters of any script (RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const MAX_LOCAL_LENGTH = 64;
const MAX_LENGTH = 254;
const NO_CHECKS: EmailChecks = { disposable: false, free_provider: false, role: false };
const BY_FORM = { isCatchAll: null, mail: null, source: null, confidence: 1, evidence: [] };
/** Hunter's verdicts in our terms. */
const VERDICTS: Record<string, Pick<Verdict, "status" | "reason">> = {
  valid: { status: "valid", reason: null },
  invalid: { status: "invalid", reason: "mailbox_does_not_exist" },
  accept_all: { status: "risky", reason: "domain_accepts_all" },
  webmail: { status: "risky", reason: "free_mail_domain" },
  disposable: { status: "risky", reason: "disposable_domain" },
  unknown: { status: "unknown", reason: "mail_server_does_not_tell" },
};

/** The verdict by form, DNS and verifier, without whom nothing is called valid. Throws when one of them fails. */
export async function verifyEmail(context: SourceContext, text: string) {
  const address = readAddress(text);
  if (!address) return { email: text, checks: NO_CHECKS, ...BY_FORM, status: "invalid" as const, reason: "bad_syntax" };
  const { local, domain } = address;
  const email = `${local}@${domain}`;
  const checks = { ...(await checksOf(context, domain)), role: isRole(local) };
  const answer = (status: Verdict["status"], reason: string | null, basis: Partial<Verdict> = {}) => {
    const verdict: Verdict = { ...BY_FORM, ...basis, status, reason };
    return { email, checks, ...verdict, confidence: status === "unknown" ? 0 : verdict.confidence };
  };
  if (await isSuppressed(context, [{ kind: "email", email }])) return answer("unknown", "person_objected");
  if (checks.disposable) return answer("risky", "disposable_domain");

  const mail = await lookUpMail(context, domain);
  const evidence = [{ url: `dns:${domain}?type=MX`, kind: "dns" }];
  const byDns = { mail, source: "dns", evidence };
  if (mail.status === "domain_has_no_dns" || mail.status === "domain_takes_no_mail")
    return answer("invalid", mail.status, byDns);
  const verified = await hunterVerify(context, email);
  if (verified.status === "failed") throw verified.error;
  if (verified.status === "not_found" && verified.reason === "person_objected") {
    await suppress(context, [{ kind: "email", email }]);
    return answer("unknown", "person_objected");
  }
  if (verified.status === "found") {
    const { status, reason, ...basis } = byVerifier(verified.data);
    return answer(status, reason, { mail, ...basis, evidence: [...basis.evidence, ...evidence] });
  }
  if (mail.status === "implicit") return answer("risky", "domain_has_no_mail_host", byDns);
  return answer("unknown", verified.status === "skipped" ? verified.reason : "no_verifier", byDns);
}

function byVerifier({ status, score, accept_all, smtp_check, sources }: HunterVerdict) {
  const isWebmail = status === "webmail" && smtp_check === true;
  const verdict = VERDICTS[isWebmail ? "valid" : status] ?? { status: "unknown", reason: "mail_server_does_not_tell" };
  return {
    ...verdict,
    // A verifier that could not reach the mail server has no verdict.
    isCatchAll: status === "unknown" ? null : (accept_all ?? null),
    source: HUNTER.name,
    confidence: verdict.status === "invalid" ? 0.95 : (score ?? 100 * HUNTER.confidence) / 100,
    evidence: hunterPages(sources),
  };
}

/** The parts of an address, its domain in ASCII; null when it is not an address. */
function readAddress(text: string): { local: string; domain: string } | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  const [local, host] = [trimmed.slice(0, Math.max(0, at)), trimmed.slice(at + 1)];
  if (local.length > MAX_LOCAL_LENGTH || trimmed.length > MAX_LENGTH || !LOCAL.test(local)) return null;
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(host) || host.endsWith(".")) return null;
  const read = normaliseDomain(host);
  return read.status === "ok" ? { local, domain: read.domain } : null;
}
