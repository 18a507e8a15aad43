import type { Config } from "../../../config.ts";
import { BOARDS } from "../boards/index.ts";
import { type BoardMark, boardAt } from "../recognise-boards.ts";

/** `daily`: asked by the cron. `on_demand`: only when a call looks at the company. `off`: never. */
export type LookPolicy = "daily" | "on_demand" | "off";

/** A system whose boards are asked once a day: milliseconds between two of them, and the address of a board. */
type DailySystem = { paceMs: number; address: string; until?: string };

/**
 * The systems with a list at one address. Paces keep below what was measured or published for each vendor, over all its
 * customers; `Crawl-delay` of Lever is one second, and Workable counts requests by address (docs/operations.md, "The index").
 */
const DAILY: Record<string, DailySystem> = {
  greenhouse: { paceMs: 250, address: "https://boards.greenhouse.io/{token}" },
  lever: { paceMs: 1_000, address: "https://jobs.lever.co/{token}" },
  ashby: { paceMs: 1_000, address: "https://jobs.ashbyhq.com/{token}" },
  gem: { paceMs: 1_000, address: "https://jobs.gem.com/{token}" },
  workable: { paceMs: 2_000, address: "https://apply.workable.com/{token}/" },
  personio: { paceMs: 1_000, address: "https://{token}.jobs.personio.de/" },
  teamtailor: { paceMs: 1_000, address: "https://{token}.teamtailor.com/jobs" },
  pinpoint: { paceMs: 1_000, address: "https://{token}.pinpointhq.com/" },
  // From this day the list needs a token of the employer (docs.recruitee.com).
  recruitee: { paceMs: 1_000, address: "https://{token}.recruitee.com/", until: "2027-02-10" },
  breezy: { paceMs: 1_000, address: "https://{token}.breezy.hr/" },
  bamboohr: { paceMs: 1_000, address: "https://{token}.bamboohr.com/careers" },
  homerun: { paceMs: 1_000, address: "https://{token}.homerun.co/" },
  softgarden: { paceMs: 1_000, address: "https://{token}.softgarden.io/" },
  trakstar: { paceMs: 1_000, address: "https://{token}.hire.trakstar.com/" },
  zoho: { paceMs: 1_000, address: "https://{token}.zohorecruit.com/jobs/Careers" },
  polymer: { paceMs: 1_000, address: "https://jobs.polymer.co/{token}" },
  welcomekit: { paceMs: 1_000, address: "https://www.welcomekit.co/api/v1/embed?organization_reference={token}" },
  freshteam: { paceMs: 1_000, address: "https://{token}.freshteam.com/jobs" },
  // Asked only when `BOARDS_ON` names them. Rippling documents 100 requests in ten minutes.
  smartrecruiters: { paceMs: 1_000, address: "https://careers.smartrecruiters.com/{token}" },
  rippling: { paceMs: 6_000, address: "https://ats.rippling.com/{token}/jobs" },
};

/** Lists without texts or dates, whose details would be a request a job. */
const ON_DEMAND = new Set(["comeet", "factorial", "icims", "jazzhr", "jobvite", "paylocity", "successfactors"]);

/** How often boards of a system are asked at `now` (milliseconds since 1970). */
export function policyOf(system: string, { BOARDS_ON, INDEX_SYSTEMS_OFF }: Config, now: number): LookPolicy {
  const board = BOARDS.find(({ name }) => name === system);
  if (!board?.read || INDEX_SYSTEMS_OFF.includes(system)) return "off";
  if (ON_DEMAND.has(system)) return "on_demand";
  if (board.needsOperator && !BOARDS_ON.includes(system)) return "off";
  const { until } = DAILY[system] ?? { until: "1970-01-01" };
  return until !== undefined && now >= Date.parse(until) ? "off" : "daily";
}

/** The systems that are asked daily, with their paces. */
export function dailySystems(config: Config, now: number): { system: string; paceMs: number }[] {
  const all = Object.entries(DAILY).map(([system, { paceMs }]) => ({ system, paceMs }));
  return all.filter(({ system }) => policyOf(system, config, now) === "daily");
}

/** The board at an address, or with a token of a system; null when the system does not have such boards. */
export function listedBoard({ system, token, url }: { system: string; token: string; url: string }): BoardMark | null {
  const address = url || DAILY[system]?.address.replace("{token}", token);
  const parsed = address ? URL.parse(address) : null;
  const mark = parsed && boardAt(parsed);
  if (!mark?.ref.token || (system && mark.board.name !== system)) return null;
  // The pattern of an address may cut a token short, which is then another company's.
  return token && !url && mark.ref.token.toLowerCase() !== token.toLowerCase() ? null : mark;
}

/** The token under which a board is stored: one that several regions may have says its region. */
export function storedToken({ ref: { token, host } }: BoardMark): string {
  const [, region] = /(?:^|\.)(eu|na|au|ca)\./.exec(host) ?? [];
  return region ? `${region}:${token}` : token;
}
