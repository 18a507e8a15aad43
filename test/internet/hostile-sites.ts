import type { Hosts } from "./index.ts";
import { html } from "./sites.ts";

/** Sites whose every page is made to keep its reader busy. */
const PAGES: Record<string, string> = {
  "nested.example": "<div>".repeat(20_000),
  "unclosed-heading.example": `<h1>${"Ada Brandt, CEO\n<br>".repeat(6_500)}`,
  "unclosed-tags.example": `<title>Hostile</title>${"<meta ".repeat(16_000)}${"<a".repeat(200_000)}`,
  "endless-refresh.example": `<meta http-equiv="refresh" content="${"1".repeat(40_000)}">${'<p data-x="{&quot;'.repeat(20_000)}`,
  "crowded-header.example": `<header>${'<a href="https://network.example/company/x">x</a>'.repeat(20_000)}</header>`,
  "namesakes.example": `<script type="application/ld+json">${JSON.stringify(
    Array.from({ length: 4_000 }, (_, index) => ({
      "@type": "Person",
      name: "Ada Brandt",
      sameAs: `https://network.example/in/ada-${index}`,
    })),
  )}</script>`,
};
const BLANK_SITEMAP = `<urlset><loc>${" ".repeat(300_000)}`;
const BREATHLESS_NEWS = `Newsy ${", ; ".repeat(60)}`;

export const hostileHosts: Hosts = Object.fromEntries(
  Object.entries(PAGES).map(([host, page]) => [
    host,
    (_request: Request, url: URL) => {
      if (url.pathname === "/robots.txt") return new Response("none", { status: 404 });
      if (url.pathname === "/sitemap.xml")
        return new Response(BLANK_SITEMAP, { headers: { "Content-Type": "text/xml" } });
      return html(`${page}<article><h2>${BREATHLESS_NEWS}</h2><time datetime="2026-10-01"></time></article>`);
    },
  ]),
);

/** Pages that are no attack each, and too much together. */
const HEAVY_PERSON = "<li><h3>Ada Brandt</h3><p>Chief Executive Officer</p></li>";
hostileHosts["heavy.example"] = (_request, { pathname }) => {
  if (pathname === "/robots.txt" || pathname === "/sitemap.xml") return new Response("none", { status: 404 });
  if (pathname !== "/")
    return html(`<title>Team</title><h1>Our team</h1><ul>${HEAVY_PERSON}</ul><!--${"x".repeat(100_000)}-->`);
  return html(
    '<title>Heavy</title><a href="/team">Team</a><a href="/leadership">Leadership</a><a href="/about">About</a>',
  );
};

/** Longer than what is read of a page. */
hostileHosts["endless.example"] = (_request, { pathname }) => {
  if (pathname === "/robots.txt") return new Response("none", { status: 404 });
  return html(`<script src="https://widget.intercom.io/widget/x"></script><!--${"x".repeat(1_600_000)}-->`);
};

/** 8 MB in some 8 kB. */
hostileHosts["gzip-bomb.example"] = (_request, { pathname }) => {
  if (pathname === "/robots.txt") return new Response("none", { status: 404 });
  const zeros = new Blob(Array(8).fill("<p>".padEnd(1_000_000, "0"))).stream();
  const headers = { "Content-Type": "text/html", "Content-Encoding": "gzip" };
  return new Response(zeros.pipeThrough(new CompressionStream("gzip")), { headers, encodeBody: "manual" });
};

export const HOSTILE_DOMAINS = Object.keys(PAGES);
