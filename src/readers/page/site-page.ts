import type { FetchedPage } from "./fetched-page.ts";
import type { PageFacts } from "./page-facts.ts";

/** A page that was fetched and read. */
export type SitePage = { status: "ok"; url: URL; facts: PageFacts; page: FetchedPage };
