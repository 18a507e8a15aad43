/**
 * `npm run licences`: lists the third-party code shipped in the Worker and its licences in THIRD_PARTY_LICENSES.md: every
 * package that package-lock.json marks neither as a development nor as an optional dependency (those are the test chain).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const LICENCES_FILE = "THIRD_PARTY_LICENSES.md";
/** Licences whose conditions this list fulfils. Check the conditions before adding one. */
const ACCEPTED = ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "CC0-1.0"];
/** Shipped as data, in the migration made by `scripts/disposable-domains.ts`. */
const SHIPPED_AS_DATA = ["node_modules/disposable-email-domains-js"];

/** `devOptional`: required only by development tools and optional peers. */
type Locked = { version: string; license?: string; dev?: boolean; devOptional?: boolean; optional?: boolean };

/** The list, as Markdown. Throws for a licence that is not in the accepted list. */
export function listLicences(): string {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, devOptional, optional }]) =>
      path !== "" && (!(dev || devOptional || optional) || SHIPPED_AS_DATA.includes(path)),
  );
  const rows: string[] = [];
  const byText = new Map<string, string[]>();
  for (const [path, { version, license = "none" }] of shipped) {
    const name = path.replace(/^.*node_modules\//, "");
    if (!ACCEPTED.includes(license)) throw new Error(`${name} has the licence ${license}: may it be shipped?`);
    const about = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    rows.push(`| [${name}](https://www.npmjs.com/package/${name}/v/${version}) | ${version} | ${license} |`);
    const file = readdirSync(path).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const author = about.author?.name ?? about.author ?? "its authors";
    const text = file
      ? readFileSync(join(path, file), "utf8").replaceAll("\r", "").trim()
      : `Published under ${license} by ${author}, without a file that says more.`;
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  const texts = [...byText].map(([text, names]) => `## ${names.join(", ")}\n\n\`\`\`\`text\n${text}\n\`\`\`\``);
  const head =
    "# What others wrote and the Worker ships\n\nMade by `npm run licences` from package-lock.json. tldts carries the Public Suffix List (https://publicsuffix.org, MPL-2.0) in a compiled form.";
  const table = ["| Package | Version | Licence |", "| --- | --- | --- |", ...rows].join("\n");
  return `${[head, table, ...texts].join("\n\n")}\n`;
}

if (import.meta.main) writeFileSync(LICENCES_FILE, listLicences());
