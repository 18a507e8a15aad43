import { readFileSync } from "node:fs";
import { readCatalogue } from "../src/sources/technologies/catalogue.ts";

/** The technologies that the Worker loads as an asset. */
export const CATALOGUE = readCatalogue(readFileSync("assets/technologies.txt", "utf8"));
