import { foldText } from "../words/fold.ts";

const AND = new Set(["&", "+", "und", "et", "og", "och", "ja", "e", "y", "en"]);
/** Forms that are written without a space beside the name. */
const UNSPACED = /株式会社|有限会社|合同会社|주식회사|股份有限公司|有限责任公司|有限公司/g;

/** The words of a legal name, folded: "S.p.A." is one word, "and" stands for the conjunctions of ten languages. */
export function legalWords(name: string): string[] {
  return (
    foldText(name.slice(0, 400))
      .replace(UNSPACED, " $& ")
      .replace(/\.(?=\S)|(?<=\p{L})['’`´](?=\p{L})/gu, (mark, index: number, whole: string) =>
        // "S.p.A." is one word, "acme.com" two; an apostrophe joins.
        mark === "." && !/(^|[\s.(])\p{L}$/u.test(whole.slice(Math.max(0, index - 2), index)) ? " " : "",
      )
      .replace(/(?<=\p{L})\/(?=\p{L}(?!\p{L}))/gu, "")
      .split(/[^\p{L}\p{M}\p{N}&+]+/u)
      .filter(Boolean)
      // "Handelsges.m.b.H." is "Handelsgesellschaft mbH".
      .map((word, index, all) => (all[index + 1] === "mbh" ? word.replace(/(?<=\p{L})ges$/u, "gesellschaft") : word))
      .map((word) => (AND.has(word) ? "and" : word))
      // Registers write "The Sage Group plc", sites either way.
      .filter((word, index, all) => index > 0 || word !== "the" || all.length < 3)
  );
}
