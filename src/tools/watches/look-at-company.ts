import type { Config } from "../../config.ts";
import { LOOK_TIME_LIMIT_MS } from "../../constants.ts";
import { workBudget } from "../../platform/outbound/context.ts";
import { askHouseFiles, outboundFor } from "../../platform/outbound/outbound.ts";
import { homeFailure, strangerReason } from "../../sources/website/site-pages.ts";
import type { WatchedKind } from "../../watches/event-types.ts";
import type { Look, Observation } from "../../watches/observation.ts";
import type { LookRequest } from "../../watches/serve-looks.ts";
import { DETECTORS } from "../signals/detectors.ts";
import { type CompanyLookups, lookUpCompany } from "../signals/shared/company-lookups.ts";
import { recordOpenPositions } from "../signals/shared/hiring-history.ts";
import { OBSERVERS, runObserver } from "./observers.ts";

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
  const [unreachable, observed] = await Promise.all([
    whyUnreachable(company),
    Promise.all(kinds.map(async (kind) => [kind, await runObserver(OBSERVERS[kind], company)] as const)),
    isForSignals ? compareForSignals(company) : null,
  ]);
  const home = await company.home();
  // Off the path of the look: later visits have the files beside each page.
  if (home.status === "ok") waitUntil(askHouseFiles(outboundFor({ ...context, notBefore: 0 }), home.url.origin));
  const observations: Partial<Record<WatchedKind, Observation>> = Object.fromEntries(observed);
  return { unreachable, observations };
}

async function whyUnreachable(company: CompanyLookups): Promise<string | null> {
  const home = await company.home();
  if (home.status === "ok") return strangerReason(company.domain, home);
  const failure = homeFailure(company.domain, home);
  return failure.status === "not_found" ? failure.reason : home.status;
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
  await recordOpenPositions(
    company.context,
    company.domain,
    jobs.map(({ id }) => id),
  );
}
