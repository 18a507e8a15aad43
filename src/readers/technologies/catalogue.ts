import { distance } from "fastest-levenshtein";
import { withCapitals } from "../../lib/fold.ts";
import { lazy } from "../../lib/lazy.ts";
import table from "./technologies.txt";

/** `strong`: loaded, in the markup or the DNS. `medium`: prepared for. `weak`: verified, advertised or shared. */
export const LEVELS = ["strong", "medium", "weak"] as const;
export type Level = (typeof LEVELS)[number];

const HOST_KINDS = ["host", "served", "img", "link", "mx", "spf", "ns", "dmarc"] as const;
const TEXT_KINDS = ["path", "file", "js", "id", "class", "attr", "generator", "meta", "rel", "comment"] as const;
/** Where a mark is looked for; {@link readTable} defines the notation. */
const MARK_KINDS = [...HOST_KINDS, ...TEXT_KINDS, "cookie", "header", "txt"] as const;
type MarkKind = (typeof MARK_KINDS)[number];
type HostKind = (typeof HOST_KINDS)[number];

/** Evidence of a technology. `text` is in lower case; `level` overrides that of the kind. */
export type Mark = { kind: MarkKind; text: string; level: Level | null };

export type Technology = ReturnType<typeof readTable>[number];
export type MarkedTechnology = { technology: Technology; mark: Mark };

const LEVEL_SIGNS: Record<string, Level> = { "!": "strong", "~": "medium", "?": "weak" };
const WORDPRESS_FOLDERS: Record<string, string> = { plugin: "/wp-content/plugins/", theme: "/wp-content/themes/" };
const MAX_NEAREST = 3;
const MAX_TYPOS = 3;

export type Catalogue = ReturnType<typeof readCatalogue>;

/** All known technologies: the catalogue of `technologies.txt`. */
export const technologyCatalogue = lazy(() => readCatalogue(table));

/** The technology of a vendor's domain, of one of its other domains, or of a name as people write it. */
export function knownTechnology({ byKey }: Catalogue, text: string): Technology | undefined {
  const wanted = text.trim().toLowerCase();
  return byKey.get(wanted) ?? byKey.get(keyOf(wanted));
}

/** What the general rule knows about a technology that is not in the tables: its own domain. */
export function technologyOfDomain(domain: string): Technology {
  const marks: Mark[] = [{ kind: "host", text: domain, level: null }];
  return { domain, name: domain, category: "other", aliases: [], isVisible: true, needs: [], marks };
}

/** At most three names of the catalogue with a spelling similar to `text`, nearest first. */
export function nearestTechnologies({ all }: Catalogue, text: string): string[] {
  const wanted = keyOf(text);
  return all
    .map(({ name }) => ({ name, away: distance(wanted, keyOf(name)) }))
    .filter(({ away }) => away <= Math.min(MAX_TYPOS, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.away - b.away)
    .slice(0, MAX_NEAREST)
    .map(({ name }) => name);
}

/** Letters and digits only: "Next.js", "next js" and "NextJS" are one name. */
export function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Reads a table as {@link readTable} describes it. */
export function readCatalogue(table: string) {
  const all = readTable(table);
  const hosts = ({ marks }: Technology) => marks.flatMap(({ kind, text }) => (kind === "host" ? text : []));
  const names = ({ name, aliases }: Technology) =>
    [name, ...aliases].flatMap((text) => [text.toLowerCase(), keyOf(text)]);
  const domains = ({ domain }: Technology) => [domain];
  // Of two technologies with one key, a domain precedes a name, and a name a host; the first of its kind stays.
  const keys = [hosts, names, domains].flatMap((keysOf) =>
    all.toReversed().flatMap((technology) => keysOf(technology).map((key) => [key, technology] as const)),
  );
  return { all, byKey: new Map(keys), index: indexMarks(all) };
}

/**
 * Reads a table, written from what vendors' own documents tell a customer to put on a site or into DNS. A line is
 * `domain | name; other names | words`; the name can be left out where it is the domain's first label with a capital, as in
 * `criteo.com`. A heading `# category (words)` gives its words to all lines below it. Words:
 *
 * - `host.example`, `host.example/path`: what is loaded from there (`served`: a host of customers' files, which proves something
 *   only in the site's own DNS or address). A host is also a name of the technology. The domain of the line is a host of its own,
 *   unless there is the word `-`.
 * - `img:` a host whose images and pixels are enough. `link:` a host where customers have a place of their own; `link`: the domain.
 * - `/path/`: of the product on the site's own host; `plugin:` and `theme:` are WordPress's. `file:` a script or stylesheet, without
 *   version and ending.
 * - `js:` words of an inline script, with single quotes and no blank after a comma. `id:`, `class:`, `attr:`, `rel:`, `comment:`,
 *   `generator:`, `meta:name=content`: how they begin. `cookie:` how a name begins. `header:name=text`, `header:name-` for names that
 *   begin so.
 * - `mx:`, `spf:`, `ns:`, `dmarc:` a host in such a record, `txt:` how a TXT record begins.
 * - `needs:` the domain of another technology that this one cannot run without. `alias:` another domain of its own.
 * - `inside`: used within a company, so that its absence from a site says nothing.
 *
 * Comments begin with `//`. `+` stands for a blank. A last `!`, `~` or `?` makes a mark strong, medium or weak; without one it has the level of its kind.
 */
function readTable(table: string) {
  let category = "";
  let flags: string[] = [];
  return table.split("\n").flatMap((line) => {
    const heading = /^# ([^(]+)(?:\(([^)]*)\))?$/.exec(line);
    if (heading) {
      category = heading[1]?.trim() ?? "";
      flags = heading[2]?.split(" ") ?? [];
    }
    const [domain = "", names = "", cells = ""] = line.split("|").map((cell) => cell.trim());
    const [name = "", ...otherNames] = names.split(";").map((one) => one.trim());
    if (!domain || heading || line.startsWith("//")) return [];
    const words = [...flags, ...cells.split(/\s+/).filter(Boolean)];
    const of = (prefix: string) => words.flatMap((word) => (word.startsWith(prefix) ? word.slice(prefix.length) : []));
    const isServed = words.includes("served");
    const own = words.includes("-") ? [] : [domain];
    const linked = words.includes("link") ? [`link:${domain}`] : [];
    const marks = [...own, ...words, ...linked].flatMap((word) => readMark(word, isServed) ?? []);
    return {
      /** The vendor's or project's domain for it; unique. */
      domain,
      name: name || withCapitals(domain.split(".")[0] ?? ""),
      category,
      /** Other names and other domains of the same technology. */
      aliases: [...otherNames, ...of("alias:")],
      /** False for a technology that companies use inside, so that its absence from a site says nothing. */
      isVisible: !words.includes("inside"),
      /** Domains of technologies that it requires. */
      needs: of("needs:"),
      marks,
    };
  });
}

function readMark(word: string, isServed: boolean): Mark | null {
  const level = LEVEL_SIGNS[word.at(-1) ?? ""] ?? null;
  const text = (level ? word.slice(0, -1) : word).toLowerCase().replaceAll("+", " ");
  const colon = text.indexOf(":");
  const kind = text.slice(0, Math.max(colon, 0));
  const folder = WORDPRESS_FOLDERS[kind];
  if (folder) return { kind: "path", text: `${folder}${text.slice(colon + 1)}/`, level };
  const known = MARK_KINDS.find((one) => one === kind);
  if (known) return { kind: known, text: text.slice(colon + 1), level };
  if (colon >= 0) return null;
  if (text.startsWith("/")) return { kind: "path", text, level };
  return text.includes(".") ? { kind: isServed ? "served" : "host", text, level } : null;
}

const MAX_LABELS = 8;

export type MarksIndex = ReturnType<typeof indexMarks>;

/** Finds marks at a cost that depends on the page and not on the number of marks. All texts are in lower case. */
export function indexMarks(technologies: readonly Technology[]) {
  const all = technologies.flatMap((technology) => technology.marks.map((mark) => ({ technology, mark })));
  const byKind = new Map(
    [...Map.groupBy(all, ({ mark }) => mark.kind)].map(([kind, marked]) => {
      const byKey = Map.groupBy(marked, ({ mark }) => keyOfMark(mark));
      return [kind, { byKey, longest: Math.max(...[...byKey.keys()].map(({ length }) => length)) }] as const;
    }),
  );
  /** Marks that are `key`, or begin with it as their first identifier. */
  const ofKey = (kind: MarkKind, key: string): MarkedTechnology[] => byKind.get(kind)?.byKey.get(key) ?? [];
  /** Marks of a host, or of a host and a path, that equal `host` or are above it. */
  const ofHost = (kind: HostKind, host: string, path = "") => {
    const labels = host.split(".").slice(-MAX_LABELS);
    return labels.flatMap((_, from) =>
      ofKey(kind, labels.slice(from).join(".")).filter(({ mark: { text } }) => {
        const slash = text.indexOf("/");
        return slash < 0 || path.startsWith(text.slice(slash));
      }),
    );
  };
  /** Marks that `text` begins with. */
  const ofPrefix = (kind: MarkKind, text: string) => {
    const most = Math.min(text.length, byKind.get(kind)?.longest ?? 0);
    const found: MarkedTechnology[] = [];
    for (let length = 1; length <= most; length++) found.push(...ofKey(kind, text.slice(0, length)));
    return found;
  };
  return { ofKey, ofHost, ofPrefix };
}

/** The key of a mark: its host, first part of a path, first identifier, or name of a header or meta element. */
function keyOfMark({ kind, text }: Mark): string {
  if (isHostKind(kind)) return text.split("/", 1)[0] ?? "";
  if (kind === "path") return text.split("/")[1] ?? "";
  if (kind === "js") return /[\w$]+/.exec(text)?.[0] ?? text;
  return kind === "header" || kind === "meta" ? (text.split("=", 1)[0] ?? "") : text;
}

/** Whether the text of such marks begins with a host. */
export function isHostKind(kind: MarkKind): kind is HostKind {
  return HOST_KINDS.some((host) => host === kind);
}
