/**
 * Finds the marks of many technologies by what a page has, so that the cost depends on the page and not on the number of marks.
 */

import type { Mark, MarkKind, Technology } from "./technology.ts";

export type MarkedTechnology = { technology: Technology; mark: Mark };

export type MarksIndex = {
  /** Marks of a host, or of a host and a path, that equal `host` (lower case) or are above it. */
  ofHost(
    kind: "host" | "served" | "img" | "link" | "mx" | "spf" | "ns" | "dmarc",
    host: string,
    path?: string,
  ): MarkedTechnology[];
  /** Marks that `text` (lower case) begins with. */
  ofPrefix(kind: MarkKind, text: string): MarkedTechnology[];
  /** Marks that are `text` (lower case), or begin with it as their first identifier. */
  ofKey(kind: MarkKind, key: string): MarkedTechnology[];
};

const MAX_LABELS = 8;
const NONE: MarkedTechnology[] = [];

export function indexMarks(technologies: readonly Technology[]): MarksIndex {
  const maps = new Map<MarkKind, Map<string, MarkedTechnology[]>>();
  const longest = new Map<MarkKind, number>();
  for (const technology of technologies) {
    for (const mark of technology.marks) {
      const key = keyOfMark(mark);
      const map = maps.get(mark.kind) ?? new Map<string, MarkedTechnology[]>();
      maps.set(mark.kind, map);
      const known = map.get(key);
      if (known) known.push({ technology, mark });
      else map.set(key, [{ technology, mark }]);
      longest.set(mark.kind, Math.max(longest.get(mark.kind) ?? 0, key.length));
    }
  }
  const ofKey = (kind: MarkKind, key: string) => maps.get(kind)?.get(key) ?? NONE;
  return {
    ofKey,
    ofHost(kind, host, path = "") {
      const map = maps.get(kind);
      if (!map) return NONE;
      const labels = host.split(".").slice(-MAX_LABELS);
      return labels.flatMap((_, from) =>
        (map.get(labels.slice(from).join(".")) ?? NONE).filter(({ mark }) => {
          const slash = mark.text.indexOf("/");
          return slash < 0 || path.startsWith(mark.text.slice(slash));
        }),
      );
    },
    ofPrefix(kind, text) {
      const map = maps.get(kind);
      if (!map) return NONE;
      const found: MarkedTechnology[] = [];
      const most = Math.min(text.length, longest.get(kind) ?? 0);
      for (let length = 1; length <= most; length++) found.push(...(map.get(text.slice(0, length)) ?? NONE));
      return found;
    },
  };
}

/** The key of a mark: its host, first part of a path, first identifier, or name of a header or meta element. */
function keyOfMark({ kind, text }: Mark): string {
  switch (kind) {
    case "host":
    case "served":
    case "img":
    case "link":
      return text.split("/", 1)[0] ?? "";
    case "path":
      return text.split("/")[1] ?? "";
    case "js":
      return /[\w$]+/.exec(text)?.[0] ?? text;
    case "header":
    case "meta":
      return text.split("=", 1)[0] ?? "";
    default:
      return text;
  }
}
