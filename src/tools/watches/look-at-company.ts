import type { Config } from "../../config.ts";
import { LOOK_TIME_LIMIT_MS } from "../../constants.ts";
import { asAppError } from "../../errors.ts";
import { foldText } from "../../lib/fold.ts";
import { untilAborted } from "../../lib/within-time.ts";
import { workBudget } from "../../platform/outbound/context.ts";
import { askHouseFiles, outboundFor } from "../../platform/outbound/outbound.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import { technologyCatalogue } from "../../readers/technologies/catalogue.ts";
import { findEntity } from "../../sources/companies/find-entity.ts";
import type { WebsiteSnapshot } from "../../sources/companies/snapshots.ts";
import { lookUpMail } from "../../sources/emails/mail-domain.ts";
import { Inquiry, registerNamed } from "../../sources/registers/registers.ts";
import { lookForTechnologies } from "../../sources/technologies/look-for-technologies.ts";
import type { CompanyKind, WatchedKind } from "../../watches/event-types.ts";
import type { Look, Observation, WatchedReport } from "../../watches/observation.ts";
import type { LookRequest } from "../../watches/serve-looks.ts";
import { DETECTORS } from "../signals/detectors.ts";
import { signalFunding, signalLeadershipChange, signalNewsMention } from "../signals/news-signals.ts";
import { type CompanyLookups, type Detector, lookUpCompany } from "../signals/shared/detector.ts";
import type { NewsEvent } from "../signals/shared/news.ts";
import { recordOpenPositions } from "../socials/get-company-hiring.ts";

/** Facts older than this are looked up again. */
const FRESH_MS = 30 * 60_000;

/** Looks at a company for its watches, and for signal tools that compare with earlier looks. Never throws. */
export async function lookAtCompany(
  env: Env,
  config: Config,
  { domain, baseUrl, kinds, isAgain, isForSignals }: LookRequest,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Look> {
  const context = {
    env,
    config,
    baseUrl,
    // Looks share the vendors' budgets like one anonymous organisation.
    caller: { organisationId: "watched_domains", plan: "anonymous" as const },
    ownHosts: [new URL(baseUrl).hostname],
    signal: AbortSignal.timeout(LOOK_TIME_LIMIT_MS),
    work: workBudget(3),
    purpose: "look" as const,
    notBefore: Date.now() - (isAgain ? 0 : FRESH_MS),
    waitUntil,
  };
  const company = lookUpCompany(context, domain, LOOK_TIME_LIMIT_MS);
  const [site, observed] = await Promise.all([
    company.site(),
    Promise.all(kinds.map(async (kind) => [kind, await runObserver(OBSERVERS[kind], company)] as const)),
    isForSignals ? compareForSignals(company) : null,
  ]);
  const home = await company.home();
  const why = site.status === "not_found" ? site.reason : home.status;
  // Off the path of the look: later visits have the files beside each page.
  if (home.status === "ok") waitUntil(askHouseFiles(outboundFor({ ...context, notBefore: 0 }), home.url.origin));
  const observations: Partial<Record<WatchedKind, Observation>> = Object.fromEntries(observed);
  return { unreachable: site.status === "ok" ? null : why, observations };
}

/** An unreachable site is tried again the next day. */
async function compareForSignals(company: CompanyLookups): Promise<void> {
  const compared = DETECTORS.filter(({ comparesLooks }) => comparesLooks);
  await Promise.allSettled([...compared.map((detector) => detector.run(company, {})), recordHiring(company)]);
}

/** The baseline of `get_company_hiring`. A vendor's list of positions is not the company's own. */
async function recordHiring(company: CompanyLookups): Promise<void> {
  const { jobs, board, status } = await company.jobs();
  if (status !== "ok" || board === "theirstack") return;
  await recordOpenPositions(company.context, company.domain, jobs);
}

/** What is seen of a company, or why it is unknown. Throws the error of a source that failed. */
type Observer = (company: CompanyLookups) => Promise<Observation | string>;

const MAX_EVIDENCE = 2;

/** The observer of each kind of fact. */
const OBSERVERS: Record<CompanyKind, Observer> = {
  jobs: observeJobs,
  technologies: observeTechnologies,
  website: (company) => observeSite(company, "home_page", ({ plans: _, ...fields }) => fields),
  prices: (company) =>
    observeSite(company, "own_site", ({ plans }) => {
      if (plans === null) return "no_pricing_page_read";
      // A page without prices may render them by script.
      return plans.length === 0 ? "no_prices_on_pricing_page" : { plans };
    }),
  mail_provider: observeMail,
  register_status: observeRegister,
  news: (company) => observeReports(company, signalNewsMention),
  funding: (company) => observeReports(company, signalFunding, "edgar"),
  leadership: (company) => observeReports(company, signalLeadershipChange, "edgar"),
};

/** Runs an observer. Its result is `unknown` when it fails or exceeds the look's time. */
async function runObserver(observer: Observer, company: CompanyLookups): Promise<Observation> {
  const seen = observer(company).catch((thrown: unknown) => asAppError(thrown).code);
  const found = await untilAborted<Observation | string>(seen, company.context.signal, () => "timeout");
  return typeof found === "string" ? { status: "unknown", reason: found } : found;
}

/** What `read` takes from a snapshot of the site, or why it has nothing to take. */
async function observeSite(
  company: CompanyLookups,
  kind: string,
  read: (snapshot: WebsiteSnapshot) => Record<string, unknown> | string,
): ReturnType<Observer> {
  const site = await company.website();
  if ("reason" in site) return site.reason;
  const seen = read(site.snapshot);
  if (typeof seen === "string") return seen;
  const values = Object.fromEntries(Object.entries(seen).map(([name, value]) => [name, { value }]));
  return { status: "values", values, evidence: [{ url: site.home.url.href, kind }] };
}

async function observeJobs(company: CompanyLookups): ReturnType<Observer> {
  const { status, board, reason, jobs, evidence } = await company.jobs();
  // The careers page was read and lists no positions.
  const isEmpty = status === "not_found" && reason === "no_open_positions_found";
  if (!isEmpty && (status !== "ok" || board === null || board === "theirstack")) return reason ?? "no_board_of_its_own";
  return {
    status: "jobs",
    board: board ?? "own_site",
    jobs: jobs.map(({ id, title, url, location, posted_at }) => ({ id, title, url, location, postedAt: posted_at })),
    evidence: evidence.slice(0, MAX_EVIDENCE),
  };
}

async function observeTechnologies(company: CompanyLookups): ReturnType<Observer> {
  const look = await lookForTechnologies(company.context, company.domain, company.home());
  if (!look.hasPage) return look.failure?.status === "not_found" ? look.failure.reason : "site_not_read";
  if (!look.hasDns) return "dns_not_read";
  const seen = [...look.found.values()].filter(({ isSeen }) => isSeen);
  const values = seen.map(({ technology: { name, category, domain }, evidence }) => {
    const proof = evidence.slice(0, MAX_EVIDENCE).map(({ url, where }) => ({ url, kind: where }));
    return [name, { value: { name, category, domain }, evidence: proof }] as const;
  });
  return {
    status: "values",
    values: Object.fromEntries(values),
    evidence: [{ url: `https://${company.domain}/`, kind: "home_page" }],
    basis: String(technologyCatalogue().all.length),
  };
}

async function observeMail({ context, domain }: CompanyLookups): ReturnType<Observer> {
  const { status, provider } = await lookUpMail(context, domain);
  if (status === "domain_has_no_dns") return status;
  const evidence = [{ url: `dns:${domain}`, kind: "mx" }];
  return { status: "values", values: { provider: { value: provider }, status: { value: status } }, evidence };
}

async function observeRegister({ context, domain }: CompanyLookups): ReturnType<Observer> {
  const found = await findEntity(context, domain);
  if (found.status === "failed") throw found.error;
  if (found.status === "not_found") return found.reason;
  const { winner, isAmbiguous, incomplete } = found;
  const proved = winner?.record;
  if (!proved && incomplete.some(({ reason }) => reason === "unavailable")) return "register_unavailable";
  if (!proved) return isAmbiguous ? "several_entities_or_no_proof" : "no_register_entity_found";
  const register = registerNamed(proved.register);
  const current = register && (await new Inquiry(context).byNumber(register, proved.number));
  // A number that the register does not find does not mean that the company was dissolved.
  if (!current) return current === undefined ? "register_unavailable" : "not_in_register";
  const { id, status, url } = current;
  if (status === "unknown") return "register_has_no_status";
  const evidence = [{ url, kind: register?.name ?? "register" }];
  return { status: "values", values: { [id]: { value: status } }, evidence };
}

type Reported = NewsEvent & { round?: string | null; person?: string | null; role?: string | null };

const PRESS = ["own_site", "hackernews", "gdelt"];

/** Reports as the signal of the same kind finds them, in the press and in `others`. Throws when no source could be read. */
async function observeReports(company: CompanyLookups, detector: Detector, ...others: string[]): Promise<Observation> {
  const { data, incomplete = [] } = await detector.run(company, {});
  const events = data.events as Reported[];
  const failed = new Set(incomplete.map(({ source }) => source));
  return {
    status: "reports",
    reports: await Promise.all(events.map(reportOf)),
    answered: [...PRESS, ...others].filter((source) => !failed.has(source)),
  };
}

/** Stored reports hold no names: titles and people are hashed. */
async function reportOf(event: Reported): Promise<WatchedReport> {
  const { title, url, date, source, round, person, role } = event;
  const parsed = person ? parseName(person) : null;
  const about = [parsed && foldedName(parsed), role ?? null, round ?? null];
  return {
    // Only the first publisher of a headline counts.
    id: await hash(title),
    about: await Promise.all(about.map((part) => (part ? hash(part) : null))),
    source,
    date,
    url,
    shown: event,
  };
}

async function hash(text: string): Promise<string> {
  const words = foldText(text).replace(/[^\p{L}\p{N}]+/gu, " ");
  return (await sha256Hex(words.trim())).slice(0, 24);
}
