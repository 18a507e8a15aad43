import { type Document, documentOf } from "./document.ts";
import type { FetchedPage } from "./fetched-page.ts";
import type { PageFacts } from "./page-facts.ts";

/** A page that was fetched and read. `facts` are those of the document. */
export type SitePage = { status: "ok"; url: URL; document: Document; facts: PageFacts; page: FetchedPage };

export function sitePageOf(page: FetchedPage): SitePage {
  const document = documentOf(page);
  return { status: "ok", url: page.url, document, facts: document.facts, page };
}
