/** The words that the Worker loads as an asset, for readers that run in Node. */
import { readFileSync } from "node:fs";
import { useWords } from "../../src/lib/words.ts";

useWords(readFileSync("assets/words.txt", "utf8"));
