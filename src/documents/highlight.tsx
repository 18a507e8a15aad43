import type { Child } from "hono/jsx";

/** Token kinds; classes of assets/style.css colour them. */
const KINDS = ["comment", "string", "number", "word"] as const;

const COMMENT: Record<string, string> = { sh: "#[^\\n]*", ts: "//[^\\n]*", http: "(?!)", json: "(?!)" };
const STRING = `"(?:[^"\\\\\\n]|\\\\.)*"|'[^']*'|\`[^\`]*\``;
const WORD: Record<string, string> = {
  sh: "\\b(?:curl|npx|npm|install|export)\\b|-[A-Za-z]\\b",
  ts: "\\b(?:import|from|type|const|await|new|return|async|function)\\b",
  json: "\\b(?:true|false|null)\\b",
  http: "\\b(?:GET|POST)\\b|\\bHTTP/1\\.1\\b",
};

function patternOf(language: string): RegExp | undefined {
  const word = WORD[language];
  if (word === undefined) return undefined;
  return new RegExp(`(${COMMENT[language]})|(${STRING})|(\\b\\d+(?:\\.\\d+)?\\b)|(${word})`, "g");
}

/** Highlights comments, strings, numbers and keywords without changing the text. In JSON, field names count as keywords. */
export function highlight(code: string, language: string): Child[] {
  const pattern = patternOf(language);
  if (!pattern) return [code];
  const parts: Child[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [text, ...groups] = match;
    const kind = KINDS[groups.findIndex((group) => group !== undefined)];
    const after = match.index + text.length;
    const isName = language === "json" && kind === "string" && code[after] === ":";
    parts.push(code.slice(end, match.index), <span class={`code-${isName ? "word" : kind}`}>{text}</span>);
    end = after;
  }
  return [...parts, code.slice(end)];
}
