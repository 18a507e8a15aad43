import { plainHost } from "../../lib/hosts.ts";
import { moment, record, string, webUrl } from "../../lib/loose-json.ts";
import { registrableDomain } from "../../text/company-domain.ts";
import { textOfHtml } from "../../text/html-text.ts";
import type { Job } from "../facts/job.ts";
import { linkedNodes, texts } from "../website/json-ld.ts";
import { likeness } from "../website/own-name.ts";
import type { SitePage } from "../website/site.ts";
import type { Site } from "../website/site-owner.ts";

const MAX_LINE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 4_000;

/** The open positions that a page names in JSON-LD (schema.org/JobPosting) and that are the site owner's own. */
export function jobPostings({ facts, url }: SitePage, site: Site): Job[] {
  const postings = linkedNodes(facts.jsonLd).filter(({ node }) => texts(node["@type"]).includes("JobPosting"));
  return postings.flatMap(({ node }): Job[] => {
    const title = line(node.title ?? node.name);
    if (!title || isExpired(node) || isForeign(node, site)) return [];
    const address = webUrl(URL.parse(texts(node.url)[0] ?? "#", url)?.href);
    const identifier = record(node.identifier).value ?? node.identifier;
    const location = locationOf(node);
    const id = typeof identifier === "number" ? String(identifier) : line(identifier);
    return [
      {
        id: id ?? `${title}, ${location}`,
        title,
        url: address ?? url.href,
        location,
        department: line([node.occupationalCategory].flat()[0]),
        posted_at: moment(node.datePosted),
        description: textOfHtml(string(node.description) ?? "", MAX_DESCRIPTION_LENGTH) || null,
      },
    ];
  });
}

function line(value: unknown): string | null {
  return textOfHtml(string(value) ?? "", MAX_LINE_LENGTH) || null;
}

function isExpired(node: Record<string, unknown>): boolean {
  const until = moment(node.validThrough);
  return until !== null && Date.parse(until) < Date.now();
}

/** True for a posting of an organisation that goes by another name and lives elsewhere. */
function isForeign(node: Record<string, unknown>, site: Site): boolean {
  const names = texts(record(node.hiringOrganization).name);
  const { sameAs, url } = record(node.hiringOrganization);
  const homes = texts([sameAs, url]).flatMap((text) => URL.parse(text) ?? []);
  if (homes.some((home) => site.domains.includes(registrableDomain(plainHost(home))))) return false;
  return names.length > 0 && names.every((name) => likeness(name, site.names) === "other");
}

function locationOf(node: Record<string, unknown>): string | null {
  const places = [node.jobLocation].flat().map((place) => {
    const { address } = record(place);
    const { addressLocality, addressRegion, addressCountry } = record(address);
    const country = string(addressCountry) ?? string(record(addressCountry).name);
    return string(address) ?? [string(addressLocality), string(addressRegion), country].filter(Boolean).join(", ");
  });
  const isRemote = string(node.jobLocationType) === "TELECOMMUTE";
  return line(places.filter(Boolean).join("; ")) ?? (isRemote ? "Remote" : null);
}
