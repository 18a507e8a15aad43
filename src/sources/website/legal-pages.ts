import { plainHost } from "../../lib/hosts.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { readLegalFacts } from "../../readers/legal/legal-entities.ts";
import type { LegalPage, LegalPageKind } from "../../readers/legal/legal-page.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { matchingPages, pagePattern } from "../../readers/page/linked-pages.ts";
import { registrableDomain } from "../../readers/words/company-domain.ts";
import { openPage } from "./site-pages.ts";

/** Folded words of links and paths under which companies name the legal entity behind their site. */
const IMPRINT = pagePattern("imprints");
const TERMS = pagePattern("terms");
const PRIVACY = pagePattern("privacy policies");
const ABOUT = pagePattern("pages of addresses");
const KINDS = [
  { kind: "imprint", pattern: IMPRINT },
  { kind: "terms", pattern: TERMS },
  { kind: "about", pattern: ABOUT },
  { kind: "privacy", pattern: PRIVACY },
] as const;
/** Usual paths of an imprint that is not linked. */
const USUAL_PATHS: Record<string, string> = {
  de: "/impressum",
  at: "/impressum",
  ch: "/impressum",
  fr: "/mentions-legales",
  es: "/aviso-legal",
  it: "/note-legali",
  nl: "/colofon",
  no: "/om-oss",
  se: "/om-oss",
  dk: "/kontakt",
  fi: "/yhteystiedot",
};
const MAX_PAGES = 3;
/** Two of them may be dead links. */
const MAX_REQUESTS = MAX_PAGES + 2;

/**
 * The pages of a site that name its legal entity: home, then up to three of imprint, terms, contact and privacy, by links in
 * ten languages. A page that answers from another registrable domain (a shop platform's terms) is left out; a page
 * that fails is skipped, and `isComplete` is then false. Terms and privacy are not asked for after an imprint that gives the
 * number of its entity: they could only repeat it.
 */
export async function openLegalPages(
  outbound: Outbound,
  home: SitePage,
): Promise<{ pages: LegalPage[]; isComplete: boolean }> {
  const site = registrableDomain(plainHost(home.url));
  const pages: LegalPage[] = [{ ...home, kind: "home" }];
  const asked = new Set<string>();
  let isComplete = true;
  let isNumbered = false;
  for (const { kind, address } of addresses(home)) {
    const isRead =
      (isNumbered && kind !== "about") ||
      pages.filter((page) => page.kind === kind).length >= (kind === "imprint" || kind === "about" ? 2 : 1);
    if (asked.size >= MAX_REQUESTS || isRead || pages.length > MAX_PAGES || asked.has(address)) continue;
    asked.add(address);
    const page = await openPage(outbound, address);
    if (page.status !== "ok") {
      if (page.status === "timeout" || page.status === "unavailable") isComplete = false;
      if (page.status === "blocked_by_site") break;
      continue;
    }
    if (registrableDomain(plainHost(page.url)) !== site) continue;
    pages.push({ ...page, kind });
    isNumbered ||= kind === "imprint" && givesNumber({ ...page, kind });
  }
  return { pages, isComplete };
}

/** True when a page names an entity with its number. */
function givesNumber(page: LegalPage): boolean {
  const { entities } = readLegalFacts([page]);
  return entities.some(({ name, numbers }) => name !== null && numbers.some(({ isValid }) => isValid));
}

function addresses(home: SitePage): { kind: LegalPageKind; address: string }[] {
  const found = KINDS.flatMap(({ kind, pattern }) =>
    matchingPages(home, home.facts.anchors, [pattern], 2).map((address) => ({
      kind,
      address,
    })),
  );
  const suffix = plainHost(home.url).split(".").at(-1) ?? "";
  const usual = USUAL_PATHS[suffix];
  const isGuessed = usual && !found.some(({ kind }) => kind === "imprint");
  return isGuessed ? [{ kind: "imprint", address: home.url.origin + usual }, ...found] : found;
}
