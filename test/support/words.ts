/** The words that the Worker loads as assets, for readers that run in Node. */
import { readFileSync } from "node:fs";
import { useWords, WORD_FILES } from "../../src/lib/words.ts";

for (const file of WORD_FILES) useWords(readFileSync(`assets/${file}`, "utf8"));
