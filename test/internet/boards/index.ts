import type { Handler, Hosts } from "../index.ts";
import { type BoardCompany, siteOf } from "./board-company.ts";
import { DOCUMENTED } from "./documented.ts";
import { oddCareersHosts } from "./odd-careers.ts";
import { PUBLISHED } from "./published.ts";
import { OWN_HOSTS, RECOGNISED } from "./recognised.ts";

/** A company on every applicant tracking system. */
export const BOARD_COMPANIES: BoardCompany[] = [...DOCUMENTED, ...PUBLISHED, ...OWN_HOSTS, ...RECOGNISED];

/** Companies whose pages link boards of others. */
export const STRANGERS = ["agency.example", "strange-board.example"];

const served = BOARD_COMPANIES.flatMap(({ hosts = {} }) => Object.entries(hosts));

/** Hosts of one company each: its site, and its own host at a vendor. */
export const boardCompanyHosts: Hosts = {
  ...oddCareersHosts,
  ...Object.fromEntries(BOARD_COMPANIES.map((company) => [company.domain, siteOf(company)])),
  ...Object.fromEntries(served.filter(([host]) => !host.includes("/"))),
};

/** Answers on hosts that all companies of a vendor share, by `host/token`. */
export const sharedBoardHosts: Record<string, Handler> = Object.fromEntries(
  served.filter(([host]) => host.includes("/")),
);
