import type { SourceContext } from "../../platform/outbound/context.ts";
import { isRole, localOf } from "../../readers/emails/email-address.ts";
import { addressPatternsOf } from "../../readers/emails/local-parts.ts";
import { type PersonName, parseName } from "../../readers/names/person-name.ts";
import type { Finding, Found } from "../facts/finding.ts";
import { HUNTER, type HunterFinding, hunterDomainSearch, hunterFind } from "../vendors/hunter.ts";
import { type EmailCandidate, type Known, learnedAddress } from "./email-candidates.ts";

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
export async function askHunter(context: SourceContext, question: Question): Promise<VendorAnswer> {
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
