/**
 * `npm run bench`: the Worker against a floor worker, its cost per million calls, its growth and what distance costs.
 * Everything is measured in this run, on workerd without a development proxy. `npm run bench -- against cost` runs parts.
 */

import { against } from "./against.ts";
import { batch } from "./batch.ts";
import { cold } from "./cold.ts";
import { cost } from "./cost.ts";
import { directory } from "./directory.ts";
import { distance } from "./distance-run.ts";
import { growth } from "./growth.ts";
import { bytes } from "./row-bytes.ts";
import { searchIndex } from "./search-index.ts";
import { size } from "./size.ts";

const PARTS = { against, cold, cost, batch, bytes, growth, distance, directory, index: searchIndex, size };
const asked = process.argv.slice(2);
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n## ${name}\n`);
  await part();
}
process.exit();
