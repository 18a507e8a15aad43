/** The tables that the Worker loads as assets, for parsers that run in Node. */
import { readFileSync } from "node:fs";
import { usePeopleWords } from "../src/sources/people/people-words.ts";
import { readCatalogue } from "../src/sources/technologies/catalogue.ts";
import "../test/support/words.ts";
import { readTitleTables, useTitleTables } from "../src/text/titles/title-tables.ts";

export const CATALOGUE = readCatalogue(readFileSync("assets/technologies.txt", "utf8"));
useTitleTables(readTitleTables(readFileSync("assets/titles.txt", "utf8")));
usePeopleWords(readFileSync("assets/people-words.txt", "utf8"));
