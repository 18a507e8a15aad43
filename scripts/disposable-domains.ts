/**
 * Writes the migration that fills `disposable_domains` from the npm package `disposable-email-domains-js` (CC0). The list is in
 * D1 and not in the bundle, where it would be an eighth of the whole. For a newer list: update the package, run
 * `node scripts/disposable-domains.ts migrations/NNNN_disposable_domains.sql`, and add the file to migrations/meta/_journal.json.
 */
import { writeFileSync } from "node:fs";
import disposable from "disposable-email-domains-js";

const file = process.argv[2] ?? "migrations/0005_disposable_domains.sql";
/** D1 takes statements of at most 100 kB: https://developers.cloudflare.com/d1/platform/limits/ */
const DOMAINS_PER_STATEMENT = 4_000;

const domains = [...new Set(disposable.disposableEmailBlocklist())].sort();
const statements = [];
for (let from = 0; from < domains.length; from += DOMAINS_PER_STATEMENT) {
  const json = JSON.stringify(domains.slice(from, from + DOMAINS_PER_STATEMENT)).replaceAll("'", "''");
  statements.push(`INSERT OR IGNORE INTO disposable_domains (domain) SELECT value FROM json_each('${json}');`);
}
writeFileSync(
  file,
  `-- Mail domains that anybody can have an address at for an hour; made by scripts/disposable-domains.ts.\n\n${statements.join("\n--> statement-breakpoint\n")}\n`,
);
console.log(`${domains.length} domains in ${statements.length} statements: ${file}`);
