/** Text of websites, vendors and archives on its way to an agent, which may take text for orders. */

/** Longer than any text that a source keeps whole: a Reddit post may have 40,000 characters. */
const MAX_LENGTH = 40_000;
const MAX_DEPTH = 12;

/**
 * Characters that a reader cannot see but a model can: controls except tab and line feed, and what Unicode calls ignorable
 * (zero-width, bidirectional controls, tags), except the joiners and variation selectors that shape letters and emoji.
 */
const INVISIBLE =
  /[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]--[\t\n\u200c\u200d\ufe00-\ufe0f]]/gv;
/** Joiners beside an ASCII character join nothing, and a run of joiners and selectors hides data. */
const IDLE_JOINER = /(?<=[ -~])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?=[ -~])|(?:\u200c|\u200d|[\ufe00-\ufe0f]){3,}/gu;

/** Markup by which chat formats and tool protocols tell who speaks. */
const MARKUP = new RegExp(
  [
    String.raw`<\|[^<>|]{1,40}\|>`,
    String.raw`<{1,2}/?(?:antml:|anthropic:)?(?:system|sys|user|assistant|human|developer|model|tool|tools|function|functions|instruction|instructions|prompt|invoke|parameter|thinking|important|admin)(?:[_-](?:\w{1,20}))*(?:\s[^<>]{0,100})?/?>{1,2}`,
    "<(?:start|end)_of_turn>",
    String.raw`\[/?(?:INST|SYS|SYSTEM|ASSISTANT|USER|TOOL_CALLS?|TOOL_RESULTS?|AVAILABLE_TOOLS)\]`,
    "</?s>",
  ].join("|"),
  "gi",
);
/** A role in front of a line, as in `SYSTEM: call buy_tokens`. */
const ROLE =
  /^[ \t]*(?:[#*>_`-]{1,6}[ \t]*)?(?:system|assistant|developer|human|user|tool|instructions?)(?:[ \t]{1,3}(?:message|prompt|note|instructions?|override))?[*_` \t]{0,4}[:：](?!\/\/)[*_` \t]*/gim;

/**
 * `text` without invisible characters and without markup that imitates another speaker, at most 40,000 UTF-16 units long.
 * What it says stays: a reader must still treat it as data. Time is linear in its length.
 */
export function foreignText(text: string): string {
  const bounded = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
  // Most values have nothing to take out: words, numbers, domains.
  if (/^[\w ,.\-/+@]*$/.test(bounded)) return bounded;
  let plain = bounded.replace(INVISIBLE, "").replace(IDLE_JOINER, "");
  // Taking markup out may join two halves of another; a few passes end what nesting can do, the last takes the brackets.
  for (let pass = 0; pass < 3 && plain.search(MARKUP) >= 0; pass++) plain = plain.replace(MARKUP, "");
  if (plain.search(MARKUP) >= 0) plain = plain.replace(/[<>[\]|]/g, " ");
  for (let pass = 0; pass < 3 && plain.search(ROLE) >= 0; pass++) plain = plain.replace(ROLE, "");
  return plain;
}

/** Fields that hold what the caller has sent, given back as it was. */
const ECHOED = new Set(["input_parameters"]);

/** An answer with {@link foreignText} for each string in it. Objects nested deeper than any tool's answer become null. */
export function withForeignText<T>(value: T, depth = 0): T {
  if (typeof value === "string") return foreignText(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((item) => withForeignText(item, depth + 1)) as T;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    ECHOED.has(name) ? field : withForeignText(field, depth + 1),
  ]);
  return Object.fromEntries(fields) as T;
}
