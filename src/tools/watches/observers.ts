import { asAppError } from "../../errors.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { foldedName, parseName } from "../../readers/names/person-name.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { technologyCatalogue } from "../../readers/technologies/catalogue.ts";
import { foldText } from "../../readers/words/fold.ts";
import { findEntity } from "../../sources/companies/find-entity.ts";
import { lookUpMail } from "../../sources/emails/mail-domain.ts";
import { findByNumber, registerNamed } from "../../sources/registers/registers.ts";
import { lookForTechnologies } from "../../sources/technologies/look-for-technologies.ts";
import { homeFailure, strangerReason } from "../../sources/website/site-pages.ts";
import type { CompanyKind } from "../../watches/event-types.ts";
import type { Observation, WatchedReport } from "../../watches/observation.ts";
import type { CompanyLookups } from "../signals/shared/company-lookups.ts";
import { signalFunding } from "../signals/signal-funding.ts";
import { signalLeadershipChange } from "../signals/signal-leadership-change.ts";
import { signalNewsMention } from "../signals/signal-news-mention.ts";

type Observer = (company: CompanyLookups) => Promise<Observation>;

const MAX_EVIDENCE = 2;

/** The observer of each kind of fact. */
export const OBSERVERS: Record<CompanyKind, Observer> = {
  jobs: observeJobs,
  technologies: observeTechnologies,
  website: async (company) => {
    const home = await openSite(company);
    if (home.status !== "ok") return home;
    const { plans: _, ...fields } = (await company.website(home)).snapshot;
    const values = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));
    return { status: "values", values, evidence: [{ url: home.url.href, kind: "home_page" }] };
  },
  prices: async (company) => {
    const home = await openSite(company);
    if (home.status !== "ok") return home;
    const { plans } = (await company.website(home)).snapshot;
    // A page without prices may render them by script.
    if (!plans || plans.length === 0) return unknown(plans ? "no_prices_on_pricing_page" : "no_pricing_page_read");
    return {
      status: "values",
      values: { plans: { value: plans } },
      evidence: [{ url: home.url.href, kind: "own_site" }],
    };
  },
  mail_provider: observeMail,
  register_status: observeRegister,
  news: (company) => observeReports("news", company),
  funding: (company) => observeReports("funding", company),
  leadership: (company) => observeReports("leadership", company),
};

/** Runs an observer. Its result is `unknown` when it fails or exceeds the look's time. */
export async function runObserver(observer: Observer, company: CompanyLookups): Promise<Observation> {
  const { signal } = company.context;
  const late = new Promise<Observation>((resolve) => {
    signal.addEventListener("abort", () => resolve(unknown("timeout")), { once: true });
  });
  const seen = observer(company).catch((thrown: unknown) => unknown(asAppError(thrown).code));
  return Promise.race([seen, late]);
}

function unknown(reason: string | null): Observation {
  return { status: "unknown", reason: reason ?? "not_found" };
}

async function openSite(company: CompanyLookups): Promise<SitePage | { status: "unknown"; reason: string }> {
  const home = await company.home();
  if (home.status === "ok") {
    const stranger = strangerReason(company.domain, home);
    return stranger ? { status: "unknown", reason: stranger } : home;
  }
  const failure = homeFailure(company.domain, home);
  return { status: "unknown", reason: failure.status === "failed" ? failure.error.code : failure.reason };
}

async function observeJobs(company: CompanyLookups): Promise<Observation> {
  const { status, board, reason, jobs, evidence } = await company.jobs();
  // The careers page was read and lists no positions.
  const isEmpty = status === "not_found" && reason === "no_open_positions_found";
  if (!isEmpty && (status !== "ok" || board === null || board === "theirstack"))
    return unknown(reason ?? "no_board_of_its_own");
  return {
    status: "jobs",
    board: board ?? "own_site",
    jobs: jobs.map(({ id, title, url, location, posted_at }) => ({ id, title, url, location, postedAt: posted_at })),
    evidence: evidence.slice(0, MAX_EVIDENCE),
  };
}

async function observeTechnologies(company: CompanyLookups): Promise<Observation> {
  const look = await lookForTechnologies(company.context, company.domain, company.home());
  if (!look.hasPage) return unknown(look.failure?.status === "not_found" ? look.failure.reason : "site_not_read");
  if (!look.hasDns) return unknown("dns_not_read");
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

async function observeMail({ context, domain }: CompanyLookups): Promise<Observation> {
  const { status, provider } = await lookUpMail(context, domain);
  if (status === "domain_has_no_dns") return unknown(status);
  const evidence = [{ url: `dns:${domain}`, kind: "mx" }];
  return { status: "values", values: { provider: { value: provider }, status: { value: status } }, evidence };
}

async function observeRegister({ context, domain }: CompanyLookups): Promise<Observation> {
  const found = await findEntity(context, domain);
  if (found.status === "failed") return unknown(found.error.code);
  if (found.status === "not_found") return unknown(found.reason);
  const { winner, isAmbiguous, unavailable } = found.look;
  const proved = winner?.record;
  if (!proved) {
    if (unavailable.length > 0) return unknown("register_unavailable");
    return unknown(isAmbiguous ? "several_entities_or_no_proof" : "no_register_entity_found");
  }
  const register = registerNamed(proved.register);
  const answer = register && (await findByNumber(context, register, proved.number));
  // A number that the register does not find does not mean that the company was dissolved.
  if (answer?.status !== "found")
    return unknown(answer?.status === "unavailable" ? "register_unavailable" : "not_in_register");
  const { id, status, url } = answer.data;
  if (status === "unknown") return unknown("register_has_no_status");
  return {
    status: "values",
    values: { [id]: { value: status } },
    evidence: [{ url, kind: register?.name ?? "register" }],
  };
}

type Reported = {
  title: string;
  url: string | null;
  date: string;
  source: string;
  round?: string | null;
  person?: string | null;
  role?: string | null;
};

const PRESS = ["own_site", "hackernews", "gdelt"];
const REPORTS = {
  news: { detector: signalNewsMention, sources: PRESS },
  funding: { detector: signalFunding, sources: [...PRESS, "edgar"] },
  leadership: { detector: signalLeadershipChange, sources: [...PRESS, "edgar"] },
};

/** Reports as the signal of the same kind finds them. Throws when no source could be read. */
async function observeReports(kind: keyof typeof REPORTS, company: CompanyLookups): Promise<Observation> {
  const { detector, sources } = REPORTS[kind];
  const { data, incomplete = [] } = await detector.run(company, {});
  const events = data.events as Reported[];
  const failed = new Set(incomplete.map(({ source }) => source));
  return {
    status: "reports",
    reports: await Promise.all(events.map(reportOf)),
    answered: sources.filter((source) => !failed.has(source)),
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
  return (
    await sha256Hex(
      foldText(text)
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim(),
    )
  ).slice(0, 24);
}
