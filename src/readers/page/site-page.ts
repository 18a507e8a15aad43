import type { PageFacts } from "../../sources/website/page-facts.ts";
import type { FetchedPage } from "./fetched-page.ts";

/** A page that was fetched and read. */
export type SitePage = { status: "ok"; url: URL; facts: PageFacts; page: FetchedPage };
