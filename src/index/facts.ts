import type { Evidence } from "../readers/page/evidence.ts";

/** A value, its pages, and when it was seen (milliseconds since 1970). The index adds since when it holds, and the value before. */
export type Known<Value> = { value: Value; evidence: Evidence[]; seenAt: number; since?: number; before?: Value };

export type KnownTechnology = Pick<Known<string>, "evidence" | "seenAt" | "since"> & { name: string; category: string };

/** The fields of a company; an absent one is unknown. `founded` is a year, `raised` the date of a round (ISO 8601). */
export type CompanyFields = Partial<{
  name: Known<string>;
  country: Known<string>;
  city: Known<string>;
  industry: Known<string>;
  size: Known<string>;
  founded: Known<number>;
  description: Known<string>;
  raised: Known<string>;
}>;

export type CompanyFactsJson = { fields: CompanyFields; technologies: KnownTechnology[] };

/** New facts of a company: fields replace those of the same name, `technologies` the whole list; absent ones stay. */
export type CompanyUpdate = {
  /** The domain; `board:{system}:{token}` of a board without a proved one. */
  key: string;
  fields?: CompanyFields;
  technologies?: KnownTechnology[];
};

/** A board, and the company that it is proved to be of: `domain` is null without a proof. */
export type IndexedBoard = {
  /** Name of the applicant tracking system; `own_site` for positions on a company's own pages, with the domain as token. */
  system: string;
  token: string;
  domain: string | null;
  /** The pages that prove the domain. */
  proof: Evidence[];
  /** The employer, as the board says. */
  name: string | null;
};

export function boardKey({ system, token, domain }: Pick<IndexedBoard, "system" | "token" | "domain">): string {
  return domain ?? `board:${system}:${token}`;
}
