import type { SourceContext } from "../../platform/outbound/context.ts";
import { isSuppressed, suppress } from "../../privacy/suppressions.ts";
import { isRole } from "../../readers/emails/email-address.ts";
import type { Evidence } from "../../readers/page/evidence.ts";
import { normaliseDomain } from "../../readers/words/company-domain.ts";
import { HUNTER, type HunterVerdict, hunterVerify } from "../vendors/hunter.ts";
import { lookUpMail, type MailDomain } from "./mail-domain.ts";
import { checksOf, type EmailChecks } from "./person-email.ts";

type Verdict = {
  /** The domain in lower-case ASCII; as sent when it is not an address. */
  email: string;
  status: "valid" | "invalid" | "risky" | "unknown";
  /** One of our codes; null for `valid`. */
  reason: string | null;
  isCatchAll: boolean | null;
  mail: MailDomain | null;
  checks: EmailChecks;
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
/** Hunter's verdicts in our terms. */
const VERDICTS: Record<string, Pick<Verdict, "status" | "reason">> = {
  valid: { status: "valid", reason: null },
  invalid: { status: "invalid", reason: "mailbox_does_not_exist" },
  accept_all: { status: "risky", reason: "domain_accepts_all" },
  webmail: { status: "risky", reason: "free_mail_domain" },
  disposable: { status: "risky", reason: "disposable_domain" },
  unknown: { status: "unknown", reason: "mail_server_does_not_tell" },
};

/** The verdict by form, DNS and verifier; nothing is called valid without one. Throws when one of them fails. */
export async function verifyEmail(context: SourceContext, text: string): Promise<Verdict> {
  const address = readAddress(text);
  const unread = { isCatchAll: null, mail: null, source: null, confidence: 1, evidence: [] };
  if (!address) return { email: text, status: "invalid", reason: "bad_syntax", checks: NO_CHECKS, ...unread };
  const { local, domain } = address;
  const email = `${local}@${domain}`;
  const checks = { ...(await checksOf(context, domain)), role: isRole(local) };
  const objected = { email, status: "unknown", reason: "person_objected", checks, ...unread, confidence: 0 } as const;
  if (await isSuppressed(context, [{ kind: "email", email }])) return objected;
  if (checks.disposable) return { email, status: "risky", reason: "disposable_domain", checks, ...unread };

  const mail = await lookUpMail(context, domain);
  const evidence = [{ url: `dns:${domain}?type=MX`, kind: "dns" }];
  const byDns = { email, checks, mail, isCatchAll: null, source: "dns", confidence: 1, evidence };
  if (mail.status === "domain_has_no_dns" || mail.status === "domain_takes_no_mail") {
    return { ...byDns, status: "invalid", reason: mail.status };
  }
  const verdict = await hunterVerify(context, email);
  if (verdict.status === "failed") throw verdict.error;
  if (verdict.status === "found") return { ...byDns, ...byVerifier(verdict.data, evidence) };
  if (verdict.status === "not_found" && verdict.reason === "person_objected") {
    await suppress(context, [{ kind: "email", email }]);
    return objected;
  }
  if (mail.status === "implicit") return { ...byDns, status: "risky", reason: "domain_has_no_mail_host" };
  const reason = verdict.status === "skipped" ? verdict.reason : "no_verifier";
  return { ...byDns, status: "unknown", reason, confidence: 0 };
}

function byVerifier({ status, score, accept_all, smtp_check, sources }: HunterVerdict, dns: Evidence[]) {
  const isWebmail = status === "webmail" && smtp_check === true;
  const verdict = VERDICTS[isWebmail ? "valid" : status] ?? { status: "unknown", reason: "mail_server_does_not_tell" };
  const pages = (sources ?? []).flatMap(({ uri }) =>
    uri && /^https?:/.test(uri) ? { url: uri, kind: HUNTER.name } : [],
  );
  return {
    ...verdict,
    // A verifier that could not reach the mail server has no verdict.
    isCatchAll: status === "unknown" ? null : (accept_all ?? null),
    source: HUNTER.name,
    confidence:
      verdict.status === "unknown" ? 0 : verdict.status === "invalid" ? 0.95 : (score ?? 100 * HUNTER.confidence) / 100,
    evidence: [...pages.slice(0, 5), ...dns],
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
