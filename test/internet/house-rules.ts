import type { Handler, Hosts } from "./index.ts";

/** Sites that say what may be done with their pages. Each names itself and describes itself at length. */
type HouseRules = {
  robots?: string;
  headers?: Record<string, string>;
  metas?: string;
  status?: number;
  files?: Record<string, string>;
  /** Sold for this price (USD). */
  price?: string;
};

const RULES: Record<string, HouseRules> = {
  "no-input.example": { robots: "User-agent: *\nContent-Signal: search=yes, ai-input=no, ai-train=no" },
  "no-input-header.example": {
    robots: "User-agent: *\nContent-Signal: ai-input=yes",
    headers: { "Content-Signal": "ai-input=no" },
  },
  "reference-only.example": { robots: "User-agent: *\nContent-Signal: search=yes,ai-train=no,use=reference\nAllow: /" },
  "no-snippet.example": { metas: '<meta name="robots" content="nosnippet">' },
  "others-rules.example": { robots: "User-agent: GPTBot\nContent-Signal: ai-input=no" },
  "signal-flood.example": { robots: `User-agent: *\n${"Content-Signal: search=yes\n".repeat(80_000)}` },
  "no-search.example": { robots: "User-agent: *\nContent-Signal: search=no" },
  "no-index.example": { metas: '<meta name="robots" content="noindex">' },
  "paid-pages.example": { status: 402, headers: { "crawler-price": "USD 0.25" } },
  "sold-pages.example": { price: "0.02" },
  "crawler-refused.example": { robots: "User-agent: TallygateCrawler\nDisallow: /" },
  "fetcher-refused.example": { robots: "User-agent: TallygateBot\nDisallow: /" },
  "ai-txt.example": { files: { "/ai.txt": "User-Agent: *\nDisallow: /" } },
  "tdm-file.example": {
    files: { "/.well-known/tdmrep.json": '[{"location": "/", "tdm-reservation": 1}]' },
  },
  "negative-price.example": { status: 402, headers: { "crawler-price": "USD -1" } },
  "endless-price.example": { status: 402, headers: { "crawler-price": "USD 1e308" } },
};

export const HOUSE_DESCRIPTION =
  "Makers of quiet rooms for open offices, since 1998, with walls of felt and doors that close by themselves, in forty cities of three continents, for teams of two to two hundred.";

function site({ robots, headers = {}, metas = "", status = 200, files = {}, price }: HouseRules): Handler {
  return (request, { pathname }) => {
    if (pathname in files) return new Response(files[pathname]);
    if (pathname === "/robots.txt") return robots ? new Response(robots) : new Response("none", { status: 404 });
    if (pathname !== "/") return new Response("none", { status: 404 });
    const paid = request.headers.get("crawler-exact-price");
    if (price && paid !== `USD ${price}`) {
      return new Response("for sale", { status: 402, headers: { "crawler-price": `USD ${price}` } });
    }
    const head = `<title>Quiet Rooms</title><meta property="og:site_name" content="Quiet Rooms">${metas}`;
    const page = `${head}<meta name="description" content="${HOUSE_DESCRIPTION}"><h1>Quiet Rooms</h1>`;
    const charged = price && { "crawler-charged": `USD ${price}` };
    return new Response(page, { status, headers: { "Content-Type": "text/html", ...charged, ...headers } });
  };
}

export const houseRuleHosts: Hosts = Object.fromEntries(
  Object.entries(RULES).map(([host, rules]) => [host, site(rules)]),
);
