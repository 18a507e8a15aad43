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
  description?: unknown;
  company?: unknown;
};

/** Which company's board: as found on one of the company's pages. */
export type BoardRef = {
  /** Empty when the page reveals the system but not the company's token. */
  token: string;
  /** Host of the URL that named the board, or the company's own host served by the system. */
  host: string;
  url: string;
};

/** The postings of a board. `isTruncated`: there are more than were read. */
export type BoardContents = { name: string | null; jobs: RawJob[]; isTruncated?: boolean };
