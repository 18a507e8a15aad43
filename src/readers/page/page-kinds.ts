import { pagePattern } from "./linked-pages.ts";

/** Pages about a company's people, by the words of their addresses and links. */
export const PEOPLE = pagePattern("people pages");

/** Pages about the company. */
export const ABOUT = pagePattern("about pages");

/** Pages with the company's addresses. */
export const CONTACT = pagePattern("contact pages");

/** Pages that have to name who owns or represents the company. */
export const IMPRINT = pagePattern("imprints with people");

/** Pages that list the pages of a site. */
export const SITE_MAP = pagePattern("site maps");
