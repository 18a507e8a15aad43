import { registerNamed } from "../registers/registers.ts";

/** A register for which this deployment has no key, and the variables for it. */
export type NotConfigured = { register: string; variables: string[] };

/** Such a register as answers show it. */
export function describeNotConfigured(given: NotConfigured): { source: string; reason: string; detail: string } {
  const title = registerNamed(given.register)?.title ?? given.register.replaceAll("_", " ");
  return {
    source: given.register,
    reason: "not_configured",
    detail: `This deployment has no key for ${title}.${helpOperator([given])}`,
  };
}

/** A sentence, after a space, that names the variables to set; empty when none is missing. */
export function helpOperator(given: NotConfigured[]): string {
  const variables = [...new Set(given.flatMap(({ variables: names }) => names))];
  return variables.length > 0 ? ` Its operator can set ${variables.join(" and ")}.` : "";
}
