import { TECHNOLOGY_TABLE } from "./technologies-table.ts";

const MARKS = ["cookie", "meta", "header", "global", "txt", "alias"] as const;

/** A technology and what gives it away; all but the name are in lower case. `hosts` may end in a path. */
export type Technology = {
  domain: string;
  name: string;
  category: string;
  hosts: string[];
} & Record<(typeof MARKS)[number], string[]>;

export const TECHNOLOGIES: readonly Technology[] = readTable(TECHNOLOGY_TABLE);

function readTable(table: string): Technology[] {
  let category = "";
  return table.split("\n").flatMap((line) => {
    if (line.startsWith("# ")) category = line.slice(2);
    const [domain = "", name = "", rest = ""] = line.split("|").map((cell) => cell.trim());
    if (!name) return [];
    const words = rest.split(/\s+/).filter(Boolean);
    const marks = Object.fromEntries(MARKS.map((mark) => [mark, valuesOf(words, mark)])) as Pick<Technology, "cookie">;
    const extra = words.filter((word) => !/^(cookie|meta|header|global|txt|alias|own):/.test(word));
    const hosts = words.includes("own:no") ? extra : [domain, ...extra];
    return [{ domain, name, category, hosts, ...(marks as Pick<Technology, (typeof MARKS)[number]>) }];
  });
}

/** A blank inside a mark is written as an underscore only in headers, whose values have blanks. */
function valuesOf(words: string[], mark: string): string[] {
  const prefix = `${mark}:`;
  const values = words.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length).toLowerCase());
  return mark === "header" ? values.map((value) => value.replace(/(?<==.*)_/g, " ")) : values;
}

const byDomain = new Map(TECHNOLOGIES.flatMap((one) => [one.domain, ...one.alias].map((domain) => [domain, one])));
const byName = new Map(TECHNOLOGIES.map((one) => [one.name.toLowerCase(), one]));

/** The technology of a vendor's domain, of one of its other domains, or of a name as people write it. */
export function knownTechnology(text: string): Technology | undefined {
  const wanted = text.trim().toLowerCase();
  return byDomain.get(wanted) ?? byName.get(wanted);
}

/** What the general rule knows of a technology that has no line: its own domain. */
export function unknownTechnology(domain: string): Technology {
  return {
    domain,
    name: domain,
    category: "other",
    hosts: [domain],
    cookie: [],
    meta: [],
    header: [],
    global: [],
    txt: [],
    alias: [],
  };
}
