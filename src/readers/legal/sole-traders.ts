/** The people who own a site themselves, as sole traders and freelancers do. Pure. */
import { plainHost } from "../../lib/hosts.ts";
import { ownNames } from "../company/name-likeness.ts";
import { peopleInImprint } from "../people/imprint-people.ts";
import { readName } from "../people/name-readings.ts";
import { readTitle } from "../titles/job-title.ts";
import { patternOf } from "../words/sections.ts";
import type { LegalPage } from "./legal-text.ts";

const TRADER = patternOf("SOLE_TRADER", "gmu");
const OF_TRADER = patternOf("OF_TRADER");
const MAX_FOUND = 20;
/** Who answers for the words of a site owns it where it has no number of a firm. */
const PUBLISHER = /publication/i;
/** A share capital, which only firms have. */
const CAPITAL = /(?<!\p{L})(?:au capital|capitale? sociale?)(?!\p{L})/iu;

/** The one owner, by words like "sole trader" or labels of owners on a legal page. The head of a firm is none. */
export function soleTrader({ kind, url, facts, document }: LegalPage, text: string, hasNumber: boolean): string | null {
  const told = [...text.matchAll(TRADER()).take(MAX_FOUND)].flatMap(({ groups = {} }) => {
    const reading = readName(groups.before ?? groups.behind ?? "");
    return reading?.isWhole && reading.isKnown ? [reading.name] : [];
  });
  const owner = { url, names: ownNames([plainHost(url)], facts.siteNames), domains: [], networkHosts: [] };
  const isLegalPage = kind !== "home" && kind !== "about";
  const labelled = isLegalPage ? peopleInImprint(document.outline, owner, true) : [];
  const isFirm = CAPITAL.test(text);
  const owning = labelled.filter(({ title, kind }) => {
    if (kind !== "imprint") return false;
    if (readTitle(title).seniority === "owner" || OF_TRADER().test(text)) return true;
    return !isFirm && (title === null || (!hasNumber && PUBLISHER.test(title)));
  });
  const names = told.length > 0 ? told : owning.map((person) => person.name);
  const [name, ...others] = new Set(names.map((one) => one.replace(/,.*/s, "").replace(ADDRESS, "")));
  return name !== undefined && others.length === 0 ? name : null;
}

/** Also degrees before a name. */
const ADDRESS =
  /^(?:(?:M\.|Mr|Mrs|Ms|Mme|Monsieur|Madame|Herrn?|Frau|Signora?|Don|Doña|Pani?|\p{L}{2,6}\.(?:ssa)?) (?=\S+ ))+/iu;
