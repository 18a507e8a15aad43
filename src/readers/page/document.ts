import { type Markup, readMarkup, type Tag } from "./html-tags.ts";
import { type Outline, readOutline } from "./outline.ts";
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
export class Document {
  readonly html: string;
  /** Where the page is: its own address, not its `base`. */
  readonly url: URL;
  private readonly markup: Markup;
  private knownFacts?: PageFacts;
  private knownOutline?: Outline;

  private constructor(html: string, url: URL) {
    this.html = html;
    this.url = url;
    this.markup = readMarkup(html);
  }

  static parse(html: string, url: URL): Document {
    return new Document(html, url);
  }

  get tags(): readonly Tag[] {
    return this.markup.tags;
  }

  /** The beginnings of its comments. */
  get comments(): readonly string[] {
    return this.markup.comments;
  }

  /** All tags of the page are among {@link tags}. */
  get isComplete(): boolean {
    return this.markup.isComplete;
  }

  /** The language that the page names: two letters of ISO 639, in lower case. */
  get language(): string | null {
    const root = this.tags.find((tag) => tag.kind === "open" && tag.name === "html");
    const language = root?.kind === "open" ? root.attributes.lang : undefined;
    return /^[a-z]{2}/i.exec(language ?? "")?.[0].toLowerCase() ?? null;
  }

  /** Links, metadata, structured data, scripts. */
  get facts(): PageFacts {
    this.knownFacts ??= readFacts(this.tags, this.html, this.url);
    return this.knownFacts;
  }

  /** Elements, and texts, links and pictures in the order in which they are displayed. */
  get outline(): Outline {
    this.knownOutline ??= readOutline(this.tags);
    return this.knownOutline;
  }
}

const documents = new WeakMap<FetchedPage, Document>();

/** The document of a fetched page, the same each time: sources of one call share the pages that they fetch. */
export function documentOf(page: FetchedPage): Document {
  const document = documents.get(page) ?? Document.parse(page.text, page.url);
  documents.set(page, document);
  return document;
}

/** A page that was fetched and read. `facts` are those of the document. */
export type SitePage = { status: "ok"; url: URL; document: Document; facts: PageFacts; page: FetchedPage };

export function sitePageOf(page: FetchedPage): SitePage {
  const document = documentOf(page);
  return { status: "ok", url: page.url, document, facts: document.facts, page };
}
