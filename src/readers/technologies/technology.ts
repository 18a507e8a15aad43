/** A technology, the marks by which it is recognised, and finding the marks of many by what a page has. */

/** `strong`: loaded, in the markup or the DNS. `medium`: prepared for. `weak`: verified, advertised or shared. */
export const LEVELS = ["strong", "medium", "weak"] as const;
export type Level = (typeof LEVELS)[number];

const HOST_KINDS = ["host", "served", "img", "link", "mx", "spf", "ns", "dmarc"] as const;
const TEXT_KINDS = ["path", "file", "js", "id", "class", "attr", "generator", "meta", "rel", "comment"] as const;
/** Where a mark is looked for. `readTable` in catalogue.ts defines the notation. */
export const MARK_KINDS = [...HOST_KINDS, ...TEXT_KINDS, "cookie", "header", "txt"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];
type HostKind = (typeof HOST_KINDS)[number];

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

/** Where a technology shows. `value` is inert and at most 200 characters; `url` that of the page, or `dns:` and a name. */
export type TechnologyEvidence = { where: string; level: Level; value: string; url: string };

export type MarkedTechnology = { technology: Technology; mark: Mark };

/** A mark and where it was seen; `value` is the text as it was read. */
export type Sighting = MarkedTechnology & TechnologyEvidence;

/** Takes marks that were seen in one place; a mark's own level counts before that of the place. `url` is the page's by default. */
export type Report = (found: MarkedTechnology[], where: string, level: Level, value: string, url?: string) => void;

const MAX_LABELS = 8;
const NONE: MarkedTechnology[] = [];

export type MarksIndex = ReturnType<typeof indexMarks>;

/** Finds marks at a cost that depends on the page and not on the number of marks. All texts are in lower case. */
export function indexMarks(technologies: readonly Technology[]) {
  const byKind = new Map(MARK_KINDS.map((kind) => [kind, new Map<string, MarkedTechnology[]>()]));
  for (const technology of technologies) {
    for (const mark of technology.marks) {
      const [key, marks] = [keyOfMark(mark), byKind.get(mark.kind)];
      const known = marks?.get(key);
      if (known) known.push({ technology, mark });
      else marks?.set(key, [{ technology, mark }]);
    }
  }
  const longest = new Map(
    [...byKind].map(([kind, marks]) => [kind, Math.max(...[...marks.keys()].map(({ length }) => length))]),
  );
  /** Marks that are `key`, or begin with it as their first identifier. */
  const ofKey = (kind: MarkKind, key: string) => byKind.get(kind)?.get(key) ?? NONE;
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
    const found: MarkedTechnology[] = [];
    const most = Math.min(text.length, longest.get(kind) ?? 0);
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
