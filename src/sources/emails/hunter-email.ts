import type { AppError } from "../../errors.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { localOf } from "../../readers/emails/email-address.ts";
import { addressPatternsOf } from "../../readers/emails/local-parts.ts";
import { isRole } from "../../readers/emails/role-addresses.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import { HUNTER, type HunterFinding, hunterDomainSearch, hunterFind, type Kept } from "../vendors/hunter.ts";
import { vendorBudgetUsedUp } from "../vendors/spending.ts";
import { type EmailCandidate, type Known, learnedAddress } from "./email-candidates.ts";

type Question = {
  name: PersonName;
  latin: PersonName | null;
  domain: string;
  known: Known;
  /** Own sources have only a guess, so the company's pattern is worth a credit. */
  isGuess: boolean;
};

type VendorAnswer =
  | { status: "found"; candidate: EmailCandidate }
  | { status: "nothing" | "objected" }
  | { status: "failed" | "skipped"; error: AppError };

const MAX_EVIDENCE = 5;
/** For an address that Hunter returns without a score. */
const UNSCORED = 50;

/** What Hunter knows about a person's address: from its finder, then from the pattern of the company's addresses. */
export async function askHunter(context: SourceContext, question: Question): Promise<VendorAnswer> {
  const { name, latin, domain, known, isGuess } = question;
  const finding = await hunterFind(context, { name: latin ?? name, domain });
  if (finding.status === "skipped") return { status: "skipped", error: vendorBudgetUsedUp() };
  if (finding.status === "not_configured") return { status: "nothing" };
  if (finding.status === "ok") {
    const candidate = found(finding, latin);
    if (candidate) return { status: "found", candidate };
  } else if (finding.status !== "nothing") return finding;
  if (!latin || !isGuess) return { status: "nothing" };

  const search = await hunterDomainSearch(context, domain);
  if (search.status === "failed") return search;
  if (search.status !== "ok") return { status: "nothing" };
  const { data, observedAt, cached } = search;
  const personal = data.emails.filter(({ email, isGeneric }) => !isGeneric && !isRole(localOf(email)));
  const samples = personal.map(({ email, name }) => ({
    ...{ local: localOf(email), name: parseName(name) },
    ...{ source: HUNTER, url: null, isDemo: false },
  }));
  const learned = learnedAddress(latin, domain, { ...known, samples: [...known.samples, ...samples] });
  if (learned?.status !== "pattern") return { status: "nothing" };
  const evidence = evidenceOf(personal.flatMap(({ sources }) => sources));
  const said = { source: HUNTER, isCatchAll: data.acceptsAll, evidence, observedAt, cached };
  return { status: "found", candidate: { ...learned, ...said } };
}

type Found = Extract<Kept<HunterFinding & { email: string }>, { status: "ok" }>;

/** Only an address that Hunter has verified is called verified; one that it found undeliverable is not returned. */
function found({ data, observedAt, cached }: Found, latin: PersonName | null) {
  const { email, score, accept_all, verification, sources } = data;
  if (isRole(localOf(email)) || verification?.status === "invalid") return null;
  const isVerified = verification?.status === "valid";
  const candidate: EmailCandidate = {
    email,
    reason: null,
    source: HUNTER,
    confidence: (score ?? UNSCORED) / 100,
    alternatives: [],
    status: isVerified ? "verified" : sources?.length ? "published" : "pattern",
    pattern: (latin && addressPatternsOf(latin, localOf(email))[0]) ?? null,
    isCatchAll: accept_all ?? null,
    evidence: evidenceOf(sources ?? []),
    observedAt,
    cached,
  };
  return candidate;
}

function evidenceOf(sources: { uri?: string | null | undefined }[]) {
  const urls = sources.flatMap(({ uri }) => (uri && /^https?:/.test(uri) && URL.canParse(uri) ? uri : []));
  const shown = urls.length > 0 ? [...new Set(urls)] : ["https://hunter.io/"];
  return shown.slice(0, MAX_EVIDENCE).map((url) => ({ url, kind: HUNTER }));
}
