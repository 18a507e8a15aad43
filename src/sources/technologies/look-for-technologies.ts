import type { SourceContext } from "../../platform/outbound/context.ts";
import type { PageFailure } from "../../platform/outbound/page.ts";
import type { SitePage } from "../../readers/page/site-page.ts";
import { technologyCatalogue } from "../../readers/technologies/catalogue.ts";
import { type FoundTechnology, findTechnologies } from "../../readers/technologies/find-technologies.ts";
import type { Technology } from "../../readers/technologies/technology.ts";
import { type HomeFailure, homeFailure, strangerReason } from "../website/site-pages.ts";
import { readDnsTraces } from "./dns-traces.ts";

type TechnologyLook = {
  found: Map<Technology, FoundTechnology>;
  /** The home page was read completely, so a technology that it does not show is `not_seen`. */
  hasPage: boolean;
  hasDns: boolean;
  /** Why the home page could not be read: a reason that is an answer, or an error. */
  failure: HomeFailure | null;
};

/** Looks at the home page and the DNS of `domain` for all technologies, and for `others` that are not in the catalogue. */
export async function lookForTechnologies(
  context: SourceContext,
  domain: string,
  opening: Promise<SitePage | PageFailure>,
  others: readonly Technology[] = [],
): Promise<TechnologyLook> {
  const [home, dns] = await Promise.all([opening, readDnsTraces(context, domain)]);
  const failure = home.status === "ok" ? strangerFailure(domain, home) : homeFailure(domain, home);
  const page = home.status === "ok" && !failure ? home : null;
  return {
    found: findTechnologies(technologyCatalogue(), { domain, home: page, dns }, others),
    hasPage: page !== null && !page.page.truncated,
    hasDns: dns !== null,
    failure,
  };
}

function strangerFailure(domain: string, home: SitePage): HomeFailure | null {
  const reason = strangerReason(domain, home);
  return reason === null ? null : { status: "not_found", reason };
}

/** Where technologies were seen, as the `source` of an answer. */
export function sourceOf(seen: readonly FoundTechnology[]): "own_site" | "dns" | null {
  if (seen.length === 0) return null;
  const isOnSite = seen.some(({ evidence }) => evidence.some(({ url }) => !url.startsWith("dns:")));
  return isOnSite ? "own_site" : "dns";
}
