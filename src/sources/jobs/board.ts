import type { BoardReader } from "./board-reader.ts";

/** A place from a board: free text or fields. A value that is not of the documented type counts as absent. */
type RawPlace = unknown | { city?: unknown; region?: unknown; country?: unknown };

/** A posting in a board's own terms. `jobOf` makes texts inert and values comparable. */
export type RawJob = {
  id?: unknown;
  title?: unknown;
  url?: unknown;
  places?: RawPlace[];
  /** ISO 3166-1 code or a country's name, when the place does not say. */
  country?: unknown;
  /** The board's word for onsite, hybrid or remote. */
  workplace?: unknown;
  department?: unknown;
  employmentType?: unknown;
  salary?: { min?: unknown; max?: unknown; currency?: unknown; period?: unknown } | null;
  language?: unknown;
  postedAt?: unknown;
  updatedAt?: unknown;
  /** HTML or plain text. */
  description?: unknown;
  /** The employer, as the posting names it. */
  company?: unknown;
};

/** Which company's board: as found on one of the company's pages. */
export type BoardRef = {
  /** Empty when the page reveals the system but not the company's token. */
  token: string;
  /** Host of the URL that named the board, or the company's own host served by the system. */
  host: string;
  /** The URL as written on the page. */
  url: string;
};

/** The postings of a board. `isTruncated`: there are more than were read. */
export type BoardContents = { name: string | null; jobs: RawJob[]; isTruncated?: boolean };

/** An applicant tracking system: how pages name it, and how its public postings are read. */
export type Board = {
  name: string;
  /** Registrable domains (or the last two labels of a host) of addresses that name the system. */
  domains: string[];
  /** Read the token from one address of at most a few hundred characters: the groups are the token. */
  marks: RegExp[];
  /** Literals of embeds that do not carry an address, and what reads the token from the text that starts there. */
  embeds?: { literal: string; token?: RegExp }[];
  /** True when the system serves a company's own host, known by assets of `domains` or of `assets`. */
  hasOwnHosts?: boolean;
  /** Domains of files that pages of the system load. */
  assets?: string[];
  /** The page for people. Without it, the address as found on the page. */
  pageUrl?(ref: BoardRef): string;
  /** Read only when `BOARDS_ON` names the board, because the operator must judge its terms or robots.txt. */
  needsOperator?: true;
  /** Reads all open postings. Throws `BoardFailure`. Absent when the system has no feed that is meant for reading. */
  read?(reader: BoardReader, ref: BoardRef): Promise<BoardContents>;
};

/** First labels of hosts, and path segments, that belong to the vendor and not to a customer. */
const VENDOR_LABELS =
  "www|apps?|apis?|help|support|status|blog|docs?|documentation|developers?|cdn|static|assets|media|img|images|feeds?|careers?|jobs?|info|get|go|try|content|partners?|resources|login|signup|accounts?|marketing|e?mail|security|trust|community|academy|learn|events|hire";
const SEGMENT_END = "(?:[/?\"'#\\s]|$)";

/** The first label of `//{token}.host`, unless it is one of the vendor's own. `host` is a regular expression. */
export function subdomainOf(host: string, vendorLabels = "_"): RegExp {
  return new RegExp(`//(?!(?:${VENDOR_LABELS}|${vendorLabels})\\.)([a-z0-9][a-z0-9-]{0,62})\\.${host}(?![\\w.-])`, "i");
}

/** The first segment of the path on `host`, unless it is one of the vendor's own `words`. Both are regular expressions. */
export function segmentAfter(host: string, words: string, token = "[\\w-]{1,100}"): RegExp {
  const refused = `(?:${words}|robots\\.txt|sitemap\\.xml|favicon\\.ico)${SEGMENT_END}`;
  return new RegExp(`\\b${host}/(?!${refused})(${token})`, "i");
}
