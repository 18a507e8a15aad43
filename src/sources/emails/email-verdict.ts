import type { SourceContext } from "../../platform/outbound/context.ts";
import { isSuppressed, suppress } from "../../privacy/suppressions.ts";
import { isRole } from "../../readers/emails/email-address.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { normaliseDomain } from "../../readers/words/company-domain.ts";
import { HUNTER, type HunterVerdict, hunterPages, hunterVerify } from "../vendors/hunter.ts";
import { lookUpMail, type MailDomain } from "./mail-domain.ts";
import { checksOf, type EmailChecks } from "./person-email.ts";

/** `reason` is one of our codes; null for `valid`. */
type Verdict = { status: "valid" | "invalid" | "risky" | "unknown"; reason: string | null };
/** What it rests on. `confidence` is how sure the status is, 0–1. */
type Basis = {
  isCatchAll: boolean | null;
  mail: MailDomain | null;
  source: string | null;
  confidence: number;
  evidence: Evidence[];
};

/** An unquoted local part (RFC 5321, section 4.1.2), with letters of any script (RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const MAX_LOCAL_LENGTH = 64;
const MAX_LENGTH = 254;
const NO_CHECKS: EmailChecks = { disposable: false, free_provider: false, role: false };
const NO_BASIS: Basis = { isCatchAll: null, mail: null, source: null, confidence: 1, evidence: [] };
/** Hunter's verdicts in our terms. */
const VERDICTS: Record<string, Verdict> = {
  valid: { status: "valid", reason: null },
  invalid: { status: "invalid", reason: "mailbox_does_not_exist" },
  accept_all: { status: "risky", reason: "domain_accepts_all" },
  webmail: { status: "risky", reason: "free_mail_domain" },
  disposable: { status: "risky", reason: "disposable_domain" },
  unknown: { status: "unknown", reason: "mail_server_does_not_tell" },
};

/**
 * The verdict by form, DNS and verifier; nothing is called valid without one. `email` has its domain in lower-case ASCII, and is
 * as sent when it is not an address. Throws when one of them fails.
 */
export async function verifyEmail(context: SourceContext, text: string) {
  const address = readAddress(text);
  if (!address) return { email: text, checks: NO_CHECKS, ...NO_BASIS, ...verdict("invalid", "bad_syntax") };
  const { local, domain } = address;
  const email = `${local}@${domain}`;
  const checks = { ...(await checksOf(context, domain)), role: isRole(local) };
  const answer = (said: Verdict, basis: Partial<Basis> = {}) => {
    const given = { ...NO_BASIS, ...basis };
    return { email, checks, ...given, ...said, confidence: said.status === "unknown" ? 0 : given.confidence };
  };
  const objected = answer(verdict("unknown", "person_objected"));
  if (await isSuppressed(context, [{ kind: "email", email }])) return objected;
  if (checks.disposable) return answer(verdict("risky", "disposable_domain"));

  const mail = await lookUpMail(context, domain);
  const dns = [{ url: `dns:${domain}?type=MX`, kind: "dns" }];
  const byDns = { mail, source: "dns", evidence: dns };
  if (mail.status === "domain_has_no_dns" || mail.status === "domain_takes_no_mail")
    return answer(verdict("invalid", mail.status), byDns);
  const verified = await hunterVerify(context, email);
  if (verified.status === "failed") throw verified.error;
  if (verified.status === "found") return answer(...byVerifier(verified.data, mail, dns));
  if (verified.status === "not_found" && verified.reason === "person_objected") {
    await suppress(context, [{ kind: "email", email }]);
    return objected;
  }
  if (mail.status === "implicit") return answer(verdict("risky", "domain_has_no_mail_host"), byDns);
  return answer(verdict("unknown", verified.status === "skipped" ? verified.reason : "no_verifier"), byDns);
}

function verdict(status: Verdict["status"], reason: string): Verdict {
  return { status, reason };
}

function byVerifier(
  { status, score, accept_all, smtp_check, sources }: HunterVerdict,
  mail: MailDomain,
  dns: Evidence[],
): [Verdict, Basis] {
  const isWebmail = status === "webmail" && smtp_check === true;
  const said = VERDICTS[isWebmail ? "valid" : status] ?? verdict("unknown", "mail_server_does_not_tell");
  // A verifier that could not reach the mail server has no verdict.
  const isCatchAll = status === "unknown" ? null : (accept_all ?? null);
  const confidence = said.status === "invalid" ? 0.95 : (score ?? 100 * HUNTER.confidence) / 100;
  return [said, { mail, isCatchAll, source: HUNTER.name, confidence, evidence: [...hunterPages(sources), ...dns] }];
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
