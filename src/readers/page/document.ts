import { lazy, lazyPer } from "../../lib/lazy.ts";
import { readMarkup } from "./html-text.ts";
import { readOutline } from "./outline.ts";
import { type PageFacts, readFacts } from "./page-facts.ts";

export type FetchedPage = {
  status: "ok";
  url: URL;
  headers: Headers;
  text: string;
  truncated: boolean;
  fetchedAt?: number;
  house?: HouseTexts;
};

/** What the files of a site say about the use of its pages; `robots` are the lines for our product `token`. */
export type HouseTexts = { token: string; robots: string; tdmrep: string; aiTxt: string };

/** A page, split into tags once; each view is read when first asked for, and kept. Never throws; runs no scripts. */
export type Document = ReturnType<typeof parse>;
export const Document = { parse };

function parse(html: string, url: URL) {
  const markup = readMarkup(html);
  const outline = lazy(() => readOutline(markup.tags));
  const facts = lazy(() => readFacts(markup.tags, html, url, outline));
  return {
    ...markup,
    html,
    /** Where the page is: its own address, not its `base`. */
    url,
    /** The language that the page names: two letters of ISO 639, in lower case. */
    get language(): string | null {
      const root = markup.tags.find((tag) => tag.kind === "open" && tag.name === "html");
      const language = root?.kind === "open" ? root.attributes.lang : undefined;
      return /^[a-z]{2}/i.exec(language ?? "")?.[0].toLowerCase() ?? null;
    },
    /** Links, metadata, structured data, scripts. */
    get facts() {
      return facts();
    },
    /** Elements, and texts, links and pictures in the order in which they are displayed. */
    get outline() {
      return outline();
    },
  };
}

/** The document of a fetched page, the same each time: sources of one call share the pages that they fetch. */
export const documentOf = lazyPer((page: FetchedPage) => Document.parse(page.text, page.url));

/** A page that was fetched and read. `facts` are those of the document. */
export type SitePage = { status: "ok"; url: URL; document: Document; facts: PageFacts; page: FetchedPage };

export function sitePageOf(page: FetchedPage): SitePage {
  const document = documentOf(page);
  return { status: "ok", url: page.url, document, facts: document.facts, page };
}
