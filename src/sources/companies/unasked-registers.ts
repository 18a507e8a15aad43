import { AppError } from "../../errors.ts";
import { upstreamFailure } from "../facts/finding.ts";
import type { RegisterAnswer } from "../registers/register.ts";
import { registerNamed } from "../registers/registers.ts";

type NotConfigured = { register: string; variables: string[] };

/** Registers that could not be asked: this time, with the seconds to wait, and at all. None at first. */
export function nothingUnasked() {
  return { unavailable: [] as { register: string; retryAfterSeconds: number }[], notConfigured: [] as NotConfigured[] };
}

export type UnaskedRegisters = ReturnType<typeof nothingUnasked>;

/** Notes why a register has no answer, once each; true when it has looked. */
export function noteAnswer(unasked: UnaskedRegisters, register: string, answer: RegisterAnswer<unknown>): boolean {
  if (answer.status === "unavailable")
    unasked.unavailable.push({ register, retryAfterSeconds: answer.retryAfterSeconds });
  if (answer.status === "not_configured" && !unasked.notConfigured.some((known) => known.register === register))
    unasked.notConfigured.push({ register, variables: answer.variables });
  return answer.status === "found" || answer.status === "not_found";
}

/** The error of a question that no register could be asked. */
export function noRegisterAsked({ unavailable: [busy], notConfigured }: UnaskedRegisters): AppError {
  if (busy) return upstreamFailure("The register", { status: "unavailable", ...busy });
  const help = helpOperator(notConfigured);
  const detail = `This deployment cannot ask the register of this number.${help} Send the company's domain instead.`;
  return new AppError("not_configured", detail);
}

/** The registers that were not asked, as answers show them. */
export function describeUnasked({ unavailable, notConfigured }: UnaskedRegisters) {
  return [
    ...unavailable.map(({ register, retryAfterSeconds }) => ({
      source: register,
      reason: "unavailable",
      retry_after: retryAfterSeconds,
    })),
    ...notConfigured.map((given) => {
      const title = registerNamed(given.register)?.title ?? given.register.replaceAll("_", " ");
      const detail = `This deployment has no key for ${title}.${helpOperator([given])}`;
      return { source: given.register, reason: "not_configured", detail };
    }),
  ];
}

/** A sentence, after a space, that names the variables to set; empty when none is missing. */
function helpOperator(given: NotConfigured[]): string {
  const variables = [...new Set(given.flatMap(({ variables: names }) => names))];
  return variables.length > 0 ? ` Its operator can set ${variables.join(" and ")}.` : "";
}
