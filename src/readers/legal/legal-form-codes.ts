/** Names of the legal forms that registers give as codes. */
import { linesOf } from "../words/sections.ts";

const french = linesOf("french legal forms");
const czech = linesOf("czech legal forms");

/** The form of a four-digit code of Insee, in French; null for an unknown one. */
export function frenchForm(code: string): string | null {
  return french().get(code) ?? french().get(code.slice(0, 2)) ?? null;
}

/** The form of a three-digit code of the Czech registers, in Czech; null for an unknown one. */
export function czechForm(code: string): string | null {
  return czech().get(code) ?? null;
}
