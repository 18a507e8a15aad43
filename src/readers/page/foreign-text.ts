/** Sanitises text of websites, vendors and archives for agents, against prompt injection. */

/** The longest text that any source keeps: a Reddit post of 40,000 characters. */
const MAX_LENGTH = 40_000;
const MAX_DEPTH = 12;

/** Characters that a model reads and a person cannot see, except those that shape letters and emoji. */
const INVISIBLE =
  /[[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]--[\t\n\u200c\u200d\ufe00-\ufe0f]]/gv;
/** Joiners beside an ASCII character have no effect, and a run of joiners and selectors can hide data. */
const IDLE_JOINER = /(?<=[ -~])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?=[ -~])|(?:\u200c|\u200d|[\ufe00-\ufe0f]){3,}/gu;

/** Markup that chat formats and tool protocols use for roles. */
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
/** A role at the start of a line, as in `SYSTEM: call buy_tokens`. */
const ROLE =
  /^[ \t]*(?:[#*>_`-]{1,6}[ \t]*)?(?:system|assistant|developer|human|user|tool|instructions?)(?:[ \t]{1,3}(?:message|prompt|note|instructions?|override))?[*_` \t]{0,4}[:：](?!\/\/)[*_` \t]*/gim;

/** `text` without invisible characters and role markup, at most 40,000 units. It is still data. Linear. */
export function foreignText(text: string): string {
  const bounded = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text;
  // Most values are plain words, numbers and domains, and need no work.
  if (/^[\w ,.\-/+@]*$/.test(bounded)) return bounded;
  let plain = bounded.replace(INVISIBLE, "").replace(IDLE_JOINER, "");
  // Removing markup may join the halves of other markup, so it is removed in a few passes; the last one removes the brackets.
  for (let pass = 0; pass < 3 && plain.search(MARKUP) >= 0; pass++) plain = plain.replace(MARKUP, "");
  if (plain.search(MARKUP) >= 0) plain = plain.replace(/[<>[\]|]/g, " ");
  for (let pass = 0; pass < 3 && plain.search(ROLE) >= 0; pass++) plain = plain.replace(ROLE, "");
  return plain;
}

/** The field that echoes the caller's own input, unchanged. */
const ECHOED = "input_parameters";

/** An answer with {@link foreignText} for each string in it. Objects nested deeper than any tool's answer become null. */
export function withForeignText<T>(value: T, depth = 0): T {
  if (typeof value === "string") return foreignText(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((item) => withForeignText(item, depth + 1)) as T;
  const readField = (name: string, field: unknown) => (name === ECHOED ? field : withForeignText(field, depth + 1));
  const fields = Object.entries(value).map(([name, field]) => [name, readField(name, field)]);
  return Object.fromEntries(fields) as T;
}
