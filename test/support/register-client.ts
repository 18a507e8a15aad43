import { type LegalNumber, legalNumber } from "../../src/readers/legal/legal-numbers.ts";
import type { RegisterClient } from "../../src/sources/registers/ask-register.ts";
import type { Register } from "../../src/sources/registers/register.ts";
import { recordOfNumber, registerNamed } from "../../src/sources/registers/registers.ts";
import { sourceContext } from "./source-context.ts";

/** A client whose register answers from a table of addresses; an error is thrown, what is not in it is 404. */
export function clientOf(answers: Record<string, unknown>): RegisterClient {
  return {
    context: sourceContext(),
    async ask(url) {
      const [, body] = Object.entries(answers).find(([part]) => url.includes(part)) ?? [];
      if (body instanceof Error) throw body;
      return body === undefined
        ? { httpStatus: 404, body: null, text: "" }
        : { httpStatus: 200, body, text: JSON.stringify(body) };
    },
  };
}

export const find = (register: string, scheme: string, number: string, answers: Record<string, unknown>) =>
  recordOfNumber(clientOf(answers), registerNamed(register) as Register, legalNumber(scheme, number) as LegalNumber);
