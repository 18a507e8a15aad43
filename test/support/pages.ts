import { Document, type SitePage, sitePageOf } from "../../src/readers/page/document.ts";

/** A page as a site would have answered it. */
export function sitePage(html: string, address: string | URL): SitePage {
  return sitePageOf({ status: "ok", url: new URL(address), headers: new Headers(), text: html, truncated: false });
}

export const documentAt = (html: string, address: string | URL) => Document.parse(html, new URL(address));
