/**
 * `npm run bench:records -- --mirrors DIR`: the company records of real sites, as far as their own pages tell them without a
 * register: precision and recall of fields. The labels keep values as hashes.
 */
import { siteOf } from "../src/readers/company/site-owner.ts";
import { readSiteProfile } from "../src/readers/company/site-profile.ts";
import { legalFactsOf, readLegalPage } from "../src/readers/legal/legal-entities.ts";
import { mainNumbers } from "../src/readers/legal/legal-numbers.ts";
import type { LegalPage, LegalPageKind } from "../src/readers/legal/legal-text.ts";
import { sitePageOf } from "../src/readers/page/document.ts";
import { countryCode } from "../src/readers/words/countries.ts";
import { chooseEntity } from "../src/sources/companies/choose-entity.ts";
import { countriesOf } from "../src/sources/companies/site-evidence.ts";
import { factsOnHome } from "../src/sources/website/company-site.ts";
import {
  belowFloors,
  foldedWords,
  hashed,
  labelsOf,
  mirrorsOption,
  pageFrom,
  percent,
  type Shares,
} from "./real-pages.ts";

type Field = "name" | "legal_name" | "number" | "vat" | "postcode" | "city" | "country" | "phone";
type SiteLabel = {
  repo: string;
  commit: string;
  domain: string;
  pages: Partial<Record<LegalPageKind, string>>;
  fields: Partial<Record<Field, string[] | null>>;
};

/** What a site's pages say, field by field. Of an address, each of its words and pairs of words may be the postcode. */
function recordOf(mirrors: string, { repo, commit, domain, pages }: SiteLabel): Record<Field, string[]> {
  const read = Object.entries(pages).map(([kind, path]): LegalPage => {
    const url = new URL(`https://${domain}/${kind === "home" ? "" : path.replace(/(index)?\.html$/, "")}`);
    const text = pageFrom(mirrors, { repo, commit, path });
    return {
      ...sitePageOf({ status: "ok", url, headers: new Headers(), text, truncated: false }),
      kind: kind as LegalPageKind,
    };
  });
  const home = read.find(({ kind }) => kind === "home");
  if (!home) throw new Error(`${domain} has no home page`);
  const legal = legalFactsOf(read.map(readLegalPage));
  const site = siteOf(domain, home.facts, home.url, []);
  const countries = countriesOf(domain, domain, legal);
  const evidence = { domain, home, redirectedTo: null, legal, countries, names: site.names, isComplete: true };
  const look = chooseEntity({ status: "ok", ...evidence }, [], []);
  const numbers = look.winner?.site?.numbers ?? look.numbers.map(({ number }) => number);
  const { register, vat } = mainNumbers(numbers);
  const profile = readSiteProfile(home, site, Date.UTC(2026, 10, 1));
  const { facts } = factsOnHome(home, domain, []);
  const { address } = look.contacts;
  const country = (register ?? vat)?.country ?? countryCode(facts.country) ?? look.country;
  const place = foldedWords(profile.address ?? address?.text ?? "");
  const one = (value: string | null | undefined) => (value ? [value] : []);
  return {
    name: one(facts.name),
    legal_name: one(look.winner?.site?.name),
    number: one(register?.number),
    vat: one(vat?.number),
    postcode: place.flatMap((word, at) => [word, word + (place[at + 1] ?? "")]),
    city: one(facts.city ?? look.contacts.place?.city),
    country: one(country),
    phone: one(profile.phone ?? look.contacts.phone?.text),
  };
}

/** How a value is folded before it is hashed. */
function foldField(field: Field, value: string): string {
  if (field === "number" || field === "vat") return value.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
  if (field === "phone") return value.replace(/\D/g, "").slice(-8);
  return field === "country" ? value : foldedWords(value).join(" ");
}

/** Precision and recall of fields; `details` has each wrong or missed one. */
export function scoreRecords(mirrors: string): { shares: Shares; fields: number; sites: number; details: string[] } {
  const { sites } = labelsOf<{ sites: SiteLabel[] }>("records");
  let [right, wrong, expected] = [0, 0, 0];
  const details: string[] = [];
  for (const site of sites) {
    const read = recordOf(mirrors, site);
    for (const [field, answers] of Object.entries(site.fields) as [Field, string[] | null][]) {
      const found = read[field];
      if (answers) expected++;
      if (found.length === 0) {
        if (answers) details.push(`${site.domain}: no ${field}`);
      } else if (answers && found.some((value) => answers.includes(hashed(foldField(field, value))))) right++;
      else if (answers || field !== "postcode") {
        wrong++;
        details.push(`${site.domain}: ${field} ${found.slice(0, 12).join(" ")}`);
      }
    }
  }
  const shares = { precision: right / (right + wrong), recall: right / expected };
  return { shares, fields: expected, sites: sites.length, details };
}

if (import.meta.main) {
  const mirrors = mirrorsOption();
  if (!mirrors) throw new Error("--mirrors DIR: the folder of clones");
  const { shares, fields, sites, details } = scoreRecords(mirrors);
  for (const detail of details) console.log(`  ${detail}`);
  console.log(
    `records: ${sites} sites, ${fields} fields: precision ${percent(shares.precision ?? 0)}, recall ${percent(shares.recall ?? 0)}`,
  );
  const below = belowFloors("records", shares);
  for (const sentence of below) console.error(sentence);
  if (below.length > 0) process.exit(1);
}
