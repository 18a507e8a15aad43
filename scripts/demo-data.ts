/** `npm run demo:data`: writes the demo directory to where `npm start` and the tests load it from. */
import { writeFileSync } from "node:fs";
import { demoSql } from "./demo-directory.ts";

writeFileSync("test/internet/directory.sql", demoSql());
