import type { Handler, Hosts } from "../index.ts";
import { html } from "../sites.ts";

/** What a look at a company must come to: its positions on a board, or a board that is recognised and not read. */
export type ExpectedJob = {
  id: string;
  title: string;
  url: string;
  location: string | null;
  posted_at: string | null;
} & Record<string, unknown>;

/** A fictional company on one applicant tracking system, in the system's documented shape, oddities included. */
export type BoardCompany = {
  board: string;
  domain: string;
  /** What the site calls itself. */
  name: string;
  /** The part of its careers page that tells of the board. */
  careers: string;
  /** The system's hosts for this company. */
  hosts?: Hosts;
  /** Positions by title, and how many there are; without it the board is recognised and not read. */
  expected?: { total: number; jobs: ExpectedJob[]; reason?: string };
};

export function link(href: string, label = "our open positions"): string {
  return `<p>See <a href="${href}">${label}</a>.</p>`;
}

export function json(body: unknown): Handler {
  return () => Response.json(body);
}

export function xml(body: string, type = "application/xml"): Handler {
  return () => new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`, { headers: { "Content-Type": type } });
}

/** Answers by path and query, or by path; anything else is 404. */
export function paths(routes: Record<string, Handler>): Handler {
  return (request, url) =>
    (routes[url.pathname + url.search] ?? routes[url.pathname] ?? (() => html("no such page", 404)))(request, url);
}

/** A home page and a careers page. */
export function siteOf({ name, careers }: BoardCompany): Handler {
  return paths({
    "/": () =>
      html(
        `<title>${name}</title><meta property="og:site_name" content="${name}"><h1>${name}</h1><a href="/careers">Careers</a>`,
      ),
    "/careers": () => html(`<title>Careers at ${name}</title><h1>Work with us</h1>${careers}`),
  });
}

/** A page with one JobPosting in JSON-LD. */
export function postingPage(posting: Record<string, unknown>): Handler {
  const node = { "@context": "https://schema.org", "@type": "JobPosting", ...posting };
  return () => html(`<script type="application/ld+json">${JSON.stringify(node)}</script><h1>${posting.title}</h1>`);
}
