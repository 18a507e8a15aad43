import { TOOLS } from "../../src/tools/index.ts";
import { type JsonSchema, outputSchema } from "../../src/tools/json-schema.ts";

const listed = new Map<string, Map<string, unknown[]>>();

/** The codes that a tool's output schema lists for `source` and `reason`. */
function codesOf(name: string): Map<string, unknown[]> {
  const known = listed.get(name);
  if (known) return known;
  const tool = TOOLS.find((one) => one.name === name.replace("linkedin", "network"));
  const { properties = {} } = tool ? outputSchema(tool) : ({} as JsonSchema);
  const codes = ["source", "reason"].flatMap((field): [string, unknown[]][] => {
    const found = properties[field]?.anyOf?.flatMap((option) => option.enum ?? []) ?? [];
    return found.length > 0 ? [[field, found]] : [];
  });
  listed.set(name, new Map(codes));
  return new Map(codes);
}

/** Fails for an answer whose `source` or `reason` is a code that the tool's output schema does not list. */
export function checkListedCodes(tool: string, answer: Record<string, unknown>): void {
  for (const [field, codes] of codesOf(tool)) {
    const code = answer[field];
    if (typeof code === "string" && !codes.includes(code)) throw new Error(`${tool} does not list ${field} "${code}"`);
  }
}
