import type { KnownTechnology } from "../../index/facts.ts";
import { tellIndex } from "../../index/index-messages.ts";
import type { SourceContext } from "../../platform/outbound/context.ts";
import { resolve } from "../../platform/outbound/dns.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { useOf } from "../../readers/page/usage-signals.ts";
import { type Technology, technologyCatalogue } from "../../readers/technologies/catalogue.ts";
import { type FoundTechnology, findTechnologies } from "../../readers/technologies/find-technologies.ts";
import { ownHome } from "../website/site-pages.ts";

/** Sub-domains that companies often delegate to a vendor, and the usual names of DKIM keys. */
const PURPOSES = [
  ..."www help support docs status shop store blog go info pages email careers jobs community app".split(" "),
  ..."s1._domainkey k1._domainkey k2._domainkey zendesk1._domainkey hs1._domainkey".split(" "),
];
const QUESTIONS = [
  ...PURPOSES.map((purpose) => ({ type: "CNAME" as const, below: `${purpose}.` })),
  ...(["MX", "NS", "TXT"] as const).map((type) => ({ type, below: "" })),
  { type: "TXT" as const, below: "_dmarc." },
];

/** Aliases of usual sub-domains, mail hosts, name servers and texts. Null when the resolver does not answer. Never throws. */
async function readDns(context: SourceContext, domain: string) {
  const ask = async ({ type, below }: (typeof QUESTIONS)[number]) => {
    const name = below + domain;
    return { type, name, answer: await resolve(context, name, type) };
  };
  const asked = await Promise.all(QUESTIONS.map(ask));
  const isDown = asked.every(({ type, answer }) => answer.status === "down" || type === "CNAME" || type === "NS");
  if (isDown) return null;
  return asked.flatMap(({ type, name, answer }) =>
    answer.status === "ok" ? answer.records.map((value) => ({ type, name, value })) : [],
  );
}

/** Technologies on the home page and in the DNS. `hasPage`: read to its end, so what it does not show is `not_seen`. */
export async function lookForTechnologies(
  context: SourceContext,
  domain: string,
  opening: Promise<SitePage | PageFailure>,
  others: readonly Technology[] = [],
) {
  const [home, dns] = await Promise.all([opening, readDns(context, domain)]);
  const own = ownHome(domain, home);
  const [page, failure] = own.status === "ok" ? [own, null] : [null, own];
  const found = findTechnologies(technologyCatalogue(), { domain, home: page, dns }, others);
  const hasPage = page !== null && !page.page.truncated;
  // Without the page or the DNS the list is not whole.
  if (page && hasPage && dns) {
    const mayIndex = useOf(page.page).mayIndex.value;
    tellIndex(context, { kind: "technologies", domain, mayIndex, technologies: known(found) });
  }
  return { found, hasPage, hasDns: dns !== null, failure };
}

function known(found: ReadonlyMap<Technology, FoundTechnology>): KnownTechnology[] {
  return [...found.values()].flatMap(({ technology: { name, category }, isSeen, evidence }) => {
    const proof = evidence.slice(0, 1).map(({ url, where }) => ({ url, kind: where }));
    return isSeen ? [{ name, category, evidence: proof, seenAt: Date.now() }] : [];
  });
}

/** Where technologies were seen, as the `source` of an answer. */
export function sourceOf(seen: readonly FoundTechnology[]): "own_site" | "dns" | null {
  if (seen.length === 0) return null;
  const isOnSite = seen.some(({ evidence }) => evidence.some(({ url }) => !url.startsWith("dns:")));
  return isOnSite ? "own_site" : "dns";
}
