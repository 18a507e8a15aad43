/** `strong`: loaded, in the markup or the DNS. `medium`: prepared for. `weak`: verified, advertised or shared. */
export type Level = "strong" | "medium" | "weak";

export const LEVELS: readonly Level[] = ["strong", "medium", "weak"];

/** Where a mark is looked for. `readTable` in catalogue.ts defines the notation. */
export const MARK_KINDS = [
  "host",
  "served",
  "img",
  "link",
  "path",
  "file",
  "js",
  "id",
  "class",
  "attr",
  "generator",
  "meta",
  "rel",
  "comment",
  "cookie",
  "header",
  "txt",
  "dmarc",
  "mx",
  "spf",
  "ns",
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** Evidence of a technology. `text` is in lower case; `level` overrides that of the kind. */
export type Mark = { kind: MarkKind; text: string; level: Level | null };

export type Technology = {
  /** The vendor's or project's domain for it; unique. */
  domain: string;
  name: string;
  category: string;
  /** Other names and other domains of the same technology. */
  aliases: string[];
  /** False for a technology that companies use inside, so that its absence from a site says nothing. */
  isVisible: boolean;
  /** Domains of technologies that it requires. */
  needs: string[];
  marks: Mark[];
};

/** One sighting of a technology. `value` is inert and at most 200 characters. */
export type TechnologyEvidence = { where: string; level: Level; value: string; url: string };
