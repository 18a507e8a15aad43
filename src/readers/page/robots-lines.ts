import robotsParser from "robots-parser";

/** One `key: value` of a file in the form of robots.txt; `text` as written. */
type RobotsLine = { key: string; value: string; text: string };

/** RFC 9309, section 2.5: at least 500 kibibytes are read. */
const MAX_LENGTH = 512_000;
const MAX_LINES = 2_000;
const MAX_PATTERN = 500;
const MAX_USAGE_LINES = 50;

/** The lines for a product token, else those for all (RFC 9309, section 2.2.1), and those before the first group. */
export function robotsLines(text: string, token: string): RobotsLine[] {
  const head: RobotsLine[] = [];
  const groups: { agents: string[]; lines: RobotsLine[] }[] = [];
  for (const line of text.slice(0, MAX_LENGTH).split(/\r\n|\r|\n/)) {
    const [, key = "", given = ""] = /^\s*([\w-]{1,40})\s*:\s*([^#]*)/.exec(line) ?? [];
    const [name, value] = [key.toLowerCase(), given.trim()];
    const group = groups.at(-1);
    if (name === "user-agent") {
      const agent = value.toLowerCase();
      if (group?.lines.length === 0) group.agents.push(agent);
      else groups.push({ agents: [agent], lines: [] });
    } else if (name) (group?.lines ?? head).push({ key: name, value, text: line.trim() });
  }
  const linesFor = (agent: string) => groups.flatMap(({ agents, lines }) => (agents.includes(agent) ? [lines] : []));
  const own = linesFor(token.toLowerCase());
  return [head, ...(own.length > 0 ? own : linesFor("*"))].flat().slice(0, MAX_LINES);
}

/** What a robots.txt says to a product token about the use of its site's pages: the lines of {@link readPageUse}. */
export function usageLines(text: string, token: string): string {
  const lines = robotsLines(text, token).filter(({ key }) => key === "content-signal" || key === "content-usage");
  const texts = lines.slice(0, MAX_USAGE_LINES).map(({ text: line }) => line.slice(0, MAX_PATTERN));
  return texts.join("\n");
}

/** The length of a path pattern of robots.txt (with `*` and a final `$`) that matches a URL; 0 when it does not match. */
export function pathRank(pattern: string, url: URL): number {
  if (pattern.length > MAX_PATTERN) return 0;
  const rules = robotsParser(`${url.origin}/robots.txt`, `User-agent: *\nDisallow: ${pattern}`);
  return rules.isDisallowed(url.href) ? pattern.length : 0;
}
