import type { Handler, Hosts } from "../index.ts";
import { API_BOARDS } from "./api-boards.ts";
import { type BoardCompany, siteOf } from "./board-company.ts";
import { FEED_BOARDS } from "./feed-boards.ts";
import { JSON_BOARDS } from "./json-boards.ts";
import { oddCareersHosts } from "./odd-careers.ts";
import { PAGE_BOARDS } from "./page-boards.ts";
import { OWN_HOSTS, RECOGNISED } from "./recognised.ts";
import { XML_BOARDS } from "./xml-boards.ts";

/** A company on every applicant tracking system. */
export const BOARD_COMPANIES: BoardCompany[] = [
  ...API_BOARDS,
  ...FEED_BOARDS,
  ...JSON_BOARDS,
  ...XML_BOARDS,
  ...PAGE_BOARDS,
  ...OWN_HOSTS,
  ...RECOGNISED,
];

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
