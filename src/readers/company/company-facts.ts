/** Facts about a company. All texts are inert; unknown values are null. */
export type CompanyFacts = {
  name: string | null;
  /** Its page on the network. */
  networkUrl: string | null;
  website: string;
  industry: string | null;
  /** People, as a band: `11-50`, `10001+`. */
  sizeBand: string | null;
  /** As the source has it: a name, or an ISO 3166-1 code. */
  country: string | null;
  city: string | null;
  foundedYear: number | null;
  description: string | null;
  /** Why its description is cut or missing: what the site says about the use of its words. */
  withheld?: { field: "description"; url: string; source: string; line: string };
};
