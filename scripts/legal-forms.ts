/**
 * `npm run legal-forms -- FILE`: writes the section [iso 20275] of `src/readers/legal/legal-forms.txt` from the Entity Legal Forms Code
 * List as CSV. GLEIF publishes it for ISO 20275 at https://www.gleif.org/en/about-lei/code-lists/iso-20275-entity-legal-forms-code-list;
 * "the data on GLEIF's website is provided under a Creative Commons (CC0) license" (https://www.gleif.org/en/about/open-data).
 * The section was made from the list of 2026-02-19, a copy of which is in github.com/Gawaboumga/iso-20275-python.
 */
import { readFileSync, writeFileSync } from "node:fs";
import papaparse from "papaparse";
import { legalWords } from "../src/readers/legal/legal-names.ts";
import { readSections } from "../src/readers/words/sections.ts";

const TABLE = "src/readers/legal/legal-forms.txt";
const MARK = "[iso 20275]\n";
const MAX_LINE = 130;
const MIN_LENGTH = 3;
const MAX_WORDS = 4;
/** "S.A.", "KGaA", "ЕООД": not a word, which "Bund", "Trust" and "Coop." are. */
const ABBREVIATION = /^(?=.{1,8}$)(?:(?:\p{L}{1,3}\.){2,}\p{L}{0,3}\.?|\p{L}.*\p{Lu}.*|\p{Lu}\.|de|en|por|e|y|&)$/u;

/** Abbreviations that are no evidence of a firm: names, words, public bodies, funds. */
const NOT_FORMS = new Set(
  `son sam sal pac pop mut fin fan com dir gar gen izw lac onp oth sec sep soc mul
  gif cor pas ind eco isa per zoo ste societe tub sat multi fab dba abv elp i&ps a+c s+c l+p`
    .split(/\s+/)
    .map((form) => form.replace("+", " ")),
);

/** The abbreviations of active forms, folded. */
function abbreviationsOf(csv: string): Set<string> {
  const { data } = papaparse.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), {
    header: true,
    skipEmptyLines: true,
  });
  const found = new Set<string>();
  for (const row of data) {
    if (row["ELF Status ACTV/INAC"] !== "ACTV") continue;
    const given = [row["Abbreviations Local language"], row["Abbreviations transliterated"]].join(";").split(/[;,]/);
    for (const text of given.map((one) => one.trim())) {
      const words = text.split(/\s+/);
      if (!text || words.length > MAX_WORDS || !words.every((word) => ABBREVIATION.test(word))) continue;
      found.add(legalWords(text).join(" "));
    }
  }
  return found;
}

/** The table with its generated section made anew; what is kept by hand wins. */
export function withGenerated(table: string, csv: string): string {
  const sections = readSections(table);
  const byHand = new Set<string>();
  for (const line of (sections.get("forms") ?? "").split("\n")) {
    for (const spelling of line.split(/: | \| /)) byHand.add(legalWords(spelling).join(" "));
  }
  const forms = [...abbreviationsOf(csv)].filter(
    (form) => form.length >= MIN_LENGTH && !byHand.has(form) && !NOT_FORMS.has(form),
  );
  return `${table.slice(0, table.indexOf(MARK) + MARK.length)}${lines(forms.sort())}\n`;
}

function lines(forms: string[]): string {
  return forms.reduce((text, form) => {
    const isFull = text.length - text.lastIndexOf("\n") + form.length > MAX_LINE;
    return `${text}${text && (isFull ? "\n" : " | ")}${form}`;
  }, "");
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error("Name the CSV file of the code list.");
  writeFileSync(TABLE, withGenerated(readFileSync(TABLE, "utf8"), readFileSync(file, "utf8")));
}
