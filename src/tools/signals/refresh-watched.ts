import { type Config, DETECTOR_TIME_LIMIT_MS } from "../../config.ts";
import { takeDue } from "../../sources/companies/watch-list.ts";
import { DETECTORS } from "./detectors.ts";
import { type CompanyLookups, lookUpCompany } from "./shared/company-lookups.ts";
import { recordOpenPositions } from "./shared/hiring-history.ts";

/** A minute's share: some 4,000 domains a day, and no run takes longer than one look. */
const DOMAINS_A_RUN = 3;

/** Looks again at watched domains whose daily look is due, so that change signals have something to compare with. */
export async function refreshWatched(env: Env, config: Config, execution: ExecutionContext): Promise<void> {
  const due = await takeDue(env.DB, DOMAINS_A_RUN, Date.now());
  await Promise.all(
    due.map(async ({ domain, baseUrl }) => {
      const context = {
        env,
        config,
        baseUrl,
        // The looks of all watched domains share the vendors' budgets like one anonymous organisation.
        caller: { organisationId: "watched_domains", plan: "anonymous" as const },
        ownHosts: [new URL(baseUrl).hostname],
        signal: AbortSignal.timeout(DETECTOR_TIME_LIMIT_MS),
        waitUntil: (work: Promise<unknown>) => execution.waitUntil(work),
      };
      const company = lookUpCompany(context, domain, DETECTOR_TIME_LIMIT_MS);
      const compared = DETECTORS.filter(({ comparesLooks }) => comparesLooks);
      // A site that does not answer today is looked at tomorrow.
      await Promise.allSettled([
        ...compared.map((detector) => detector.run(company, {})),
        recordHiring(env.DB, company),
      ]);
    }),
  );
}

/** What `get_company_hiring` compares with. A vendor's list of positions is not the company's own. */
async function recordHiring(db: D1Database, company: CompanyLookups): Promise<void> {
  const { jobs, board, status } = await company.jobs();
  if (status !== "ok" || board === "theirstack") return;
  await recordOpenPositions(
    db,
    company.domain,
    jobs.map(({ id }) => id),
  );
}
