import { AppError } from "../../errors.ts";
import { upstreamFailure } from "../facts/finding.ts";
import type { RegisterAnswer } from "../registers/register.ts";
import { registerNamed } from "../registers/registers.ts";

type NotConfigured = { register: string; variables: string[] };

/** How the registers have answered so far: how many have looked, when the oldest record was seen, and which were not asked. */
export type Asked = ReturnType<typeof nothingAsked>;

/** Registers that could not be asked: this time, with the seconds to wait, and at all. */
export type UnaskedRegisters = Pick<Asked, "unavailable" | "notConfigured">;

export function nothingAsked() {
  const unavailable: { register: string; retryAfterSeconds: number }[] = [];
  return { looked: 0, observedAt: 0, cached: false, unavailable, notConfigured: [] as NotConfigured[] };
}

/** Notes how a register has answered; returns what it found, or null. */
export function noteAnswer<T>(asked: Asked, register: string, answer: RegisterAnswer<T>): T | null {
  if (answer.status === "unavailable") {
    asked.unavailable.push({ register, retryAfterSeconds: answer.retryAfterSeconds });
    return null;
  }
  if (answer.status === "not_configured") {
    const isKnown = asked.notConfigured.some((known) => known.register === register);
    if (!isKnown) asked.notConfigured.push({ register, variables: answer.variables });
    return null;
  }
  asked.looked++;
  if (answer.status === "not_found") return null;
  asked.cached = asked.cached || asked.observedAt === 0 ? answer.cached : false;
  asked.observedAt = asked.observedAt === 0 ? answer.observedAt : Math.min(asked.observedAt, answer.observedAt);
  return answer.data;
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
  const busy = unavailable.map(({ register, retryAfterSeconds }) => {
    return { source: register, reason: "unavailable", retry_after: retryAfterSeconds };
  });
  const off = notConfigured.map((given) => {
    const title = registerNamed(given.register)?.title ?? given.register.replaceAll("_", " ");
    const detail = `This deployment has no key for ${title}.${helpOperator([given])}`;
    return { source: given.register, reason: "not_configured", detail };
  });
  return [...busy, ...off];
}

/** A sentence, after a space, that names the variables to set; empty when none is missing. */
function helpOperator(given: NotConfigured[]): string {
  const variables = [...new Set(given.flatMap(({ variables: names }) => names))];
  return variables.length > 0 ? ` Its operator can set ${variables.join(" and ")}.` : "";
}
