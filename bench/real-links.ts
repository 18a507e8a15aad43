/** The page of a company on the professional network, on real pages of its own. */
import { companyLinks, pickCompanyLink } from "../src/readers/company/company-links.ts";
import { siteOf } from "../src/readers/company/site-owner.ts";
import { networkUrl } from "../src/readers/words/network-links.ts";
import { labelledPage, labelsOf, type PageLabel, pageFrom, type Shares } from "./real-pages.ts";

type LinkLabel = PageLabel & { domain: string };
/** Any of `slugs` is right. */
type Labels = { positive: (LinkLabel & { slugs: string[] })[]; negative: LinkLabel[] };

/** Precision and recall of the company's link; `details` says what is wrong where. */
export function scoreRealLinks(mirrors: string): { shares: Shares; details: string[] } {
  const { positive, negative } = labelsOf<Labels>("links");
  let [right, wrong] = [0, 0];
  const details: string[] = [];
  for (const label of [...positive, ...negative]) {
    const slugs = "slugs" in label ? (label.slugs as string[]) : [];
    const slug = slugAt(mirrors, label);
    if (slug && slugs.includes(slug)) right++;
    else if (slug) wrong++;
    if (slug ? !slugs.includes(slug) : slugs.length > 0)
      details.push(`${label.domain}: ${slug ?? "none"}, not ${slugs.join(" or ") || "any"}`);
  }
  return { shares: { precision: right / (right + wrong), recall: right / positive.length }, details };
}

function slugAt(mirrors: string, label: LinkLabel): string | null {
  const { url, facts } = labelledPage(label.url, pageFrom(mirrors, label));
  const site = siteOf(label.domain, facts, url, ["linkedin.com"]);
  const link = pickCompanyLink(companyLinks(facts, site), site.names)?.link;
  const address = link && networkUrl(link);
  return address ? decodeURIComponent(address.split("/").at(-1) ?? "").toLowerCase() : null;
}
