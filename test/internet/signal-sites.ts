import type { Handler, Hosts } from "./index.ts";
import { daysAgo } from "./own-media.ts";
import { html } from "./sites.ts";

/** Sites for single signals: one that uses technologies, one that only talks of them, one that changes, one whose careers page hangs. */
const HANG_MS = 45_000;

const uses: Handler = (_request, url) => {
  if (url.pathname !== "/") return html("nothing", 404);
  const page = `<title>Tech User</title><meta name="generator" content="WordPress 6.9">
<meta property="og:site_name" content="Tech User">
<link rel="preconnect" href="https://cdn.segment.com"><link rel="dns-prefetch" href="//static.hotjar.com">
<script>(function(){var s="https:\\/\\/js.driftt.com\\/include\\/x.js"})()</script>
<script src="//widget.intercom.io/widget/abc"></script>
<script src="https://www.googletagmanager.com/gtm.js?id=GTM-1"></script>
<iframe src="https://booking.made-up-vendor.com/embed"></iframe>
<h1>Tech User</h1>`;
  return html(page, 200, {
    "Content-Security-Policy": "script-src 'self' https://cdn.segment.com https://made-up-cdn.example",
    "Set-Cookie": "hubspotutk=1; Path=/; Secure",
    "X-Powered-By": "Next.js",
  });
};

const talks: Handler = (_request, url) => {
  if (url.pathname === "/careers") {
    const posting = {
      "@context": "https://schema.org",
      "@type": "JobPosting",
      title: "Account Executive",
      datePosted: "2026-11-10",
      description: "You know Intercom, HubSpot and Zendesk by heart.",
    };
    return html(`<h1>Jobs</h1><script type="application/ld+json">${JSON.stringify(posting)}</script>`);
  }
  if (url.pathname !== "/") return html("nothing", 404);
  const data = {
    post: "We love https://widget.intercom.io and https://js.driftt.com",
    url: "https://www.hubspot.com/",
  };
  return html(`<title>Tech Talker</title><meta property="og:site_name" content="Tech Talker"><h1>We integrate with Intercom</h1>
<p>Loved by people who use <a href="https://www.intercom.com/">Intercom</a>, <a href="https://notintercom.io.example/">others</a>
and <a href="https://drift.com/">Drift</a>. See https://widget.intercom.io/widget/ for more.</p>
<a href="https://wa.me/?text=Read+this">Share</a><div data-tf-animation="fade"><img src="https://static.wixstatic.com/media/a.jpg"></div>
<a href="/careers">Careers</a><script src="https://cdn.intercom.io.tech-talker.example/x.js"></script>
<script src="https://mywidget-intercom.io.example/y.js"></script>
<script type="application/json">${JSON.stringify(data)}</script>
<link rel="preconnect" href="https://cdn.segment.com">`);
};

/** `PUT` with a JSON body changes what the site, its DNS and its register entry show, for a test that looks twice. */
type Version = {
  title: string;
  headline: string;
  plans: [string, string][];
  jobs: { id: string; title: string; place: string }[];
  /** Further markup of the home page's head. */
  head: string;
  /** Posts of its newsroom. */
  posts: { title: string; date: string }[];
  mx: string;
  isBankrupt: boolean;
  /** Every page answers 503. */
  isDown: boolean;
  /** Every second visitor sees another headline and other prices. */
  isTesting: boolean;
};
const FIRST: Version = {
  title: "Changing | Paper",
  headline: "Paper that stays",
  plans: [
    ["Starter", "$19"],
    ["Team", "$49"],
  ],
  jobs: [{ id: "job-1", title: "Account Executive", place: "Porto" }],
  head: "",
  posts: [],
  mx: "10 aspmx.l.google.com.",
  isBankrupt: false,
  isDown: false,
  isTesting: false,
};
/** Org. number of the site's company in the Norwegian register. */
export const CHANGING_NUMBER = "999100406";
let version = FIRST;
let visits = 0;

export function changingVersion(): Version {
  return version;
}

const changes: Handler = async (request, url) => {
  if (request.method === "PUT") {
    version = { ...FIRST, ...(await request.json<Partial<Version>>()) };
    visits = 0;
    return new Response(null, { status: 204 });
  }
  if (version.isDown) return html("down", 503);
  // A look opens each page once, so every second look sees the other variant.
  if (url.pathname === "/") visits++;
  const isVariant = version.isTesting && visits % 2 === 0;
  if (url.pathname === "/pricing") {
    const shown = isVariant ? version.plans.map(([name, price]) => [name, `${price}9`]) : version.plans;
    const plans = shown.map(([name, price]) => `<h3>${name}</h3><p><b>${price}</b> a month</p>`);
    return html(`<title>Pricing</title><h1>Pricing</h1>${plans.join("")}<h2>Questions</h2><p>Ask.</p>`);
  }
  if (url.pathname === "/careers") {
    const postings = version.jobs.map(({ id, title, place }) => ({
      "@context": "https://schema.org",
      "@type": "JobPosting",
      title,
      identifier: id,
      datePosted: "2026-11-10",
      jobLocation: { "@type": "Place", address: { "@type": "PostalAddress", addressLocality: place } },
    }));
    return html(`<h1>Careers</h1><script type="application/ld+json">${JSON.stringify(postings)}</script>`);
  }
  if (url.pathname === "/press" && version.posts.length > 0) {
    const posts = version.posts.map(
      ({ title, date }) =>
        `<li><time datetime="${date}">then</time><h3><a href="/press/${encodeURIComponent(title)}">${title}</a></h3>`,
    );
    return html(`<h1>Press</h1><ul>${posts.join("")}</ul>`);
  }
  if (url.pathname !== "/") return html("nothing", 404);
  const press = version.posts.length > 0 ? '<a href="/press">Press</a>' : "";
  return html(`<title>${version.title}</title>${version.head}<nav><a href="/pricing">Pricing</a> <a href="/careers">Careers</a></nav>
<h1>${isVariant ? "Paper for everyone" : version.headline}</h1>${press}<p>Visits today: ${Math.random()}</p>
<footer>Changing AS, org.nr. ${CHANGING_NUMBER}</footer>`);
};

const slowCareers: Handler = async (_request, url) => {
  if (url.pathname === "/careers") await scheduler.wait(HANG_MS);
  return url.pathname === "/"
    ? html(
        `<title>Slow Careers</title><meta property="og:site_name" content="Slow Careers"><h1>Slow</h1><a href="/careers">Careers</a>`,
      )
    : html("nothing", 404);
};

/** No feed: a press page with a list whose items are never closed, and an article in JSON-LD. */
const newsroom: Handler = (_request, url) => {
  if (url.pathname === "/") {
    return html(`<title>Home</title><meta property="og:site_name" content="Newsroom Works"><a href="/press">Press</a>`);
  }
  if (url.pathname !== "/press") return html("nothing", 404);
  const post = (title: string, days: number) =>
    `<li><time datetime="${daysAgo(days).toISOString()}">then</time><h3><a href="/press/${days}">${title}</a></h3>`;
  const article = (url: string, headline: string, days: number) => ({
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    url,
    headline,
    datePublished: daysAgo(days).toISOString(),
  });
  const articles = [
    article("/press/cfo", "Newsroom Works appoints Ana Reis as CFO", 6),
    article("/press/15/?utm_source=feed", "We raised a €2M seed round", 15),
  ];
  return html(`<h1>Press</h1><script type="application/ld+json">${JSON.stringify(articles)}</script>
<ul>${post("We raised a &euro;2M seed round", 15)}${post("We raised our first &euro;100,000", 500)}${post("A new press", 3)}</ul>`);
};

/** No feed and no `time` elements: cards with dates for readers. */
const pressList: Handler = (_request, url) => {
  if (url.pathname === "/") {
    return html(
      `<title>Home</title><meta property="og:site_name" content="Quillmark Ink"><a href="/aktuelles">Aktuelles</a>`,
    );
  }
  if (url.pathname !== "/aktuelles") return html("nothing", 404);
  const month = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
  const written = (days: number) => {
    const date = daysAgo(days);
    return `${date.getUTCDate()}. ${month[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  };
  const card = (title: string, path: string, days: number) =>
    `<div><a href="${path}"><h3>${title}</h3></a><span>${written(days)}</span></div>`;
  const entry = (title: string, path: string, days: number) =>
    `<h3><a href="${path}">${title}</a></h3><p>${written(days)}</p>`;
  return html(`<h1>Aktuelles</h1><section>${entry("We raised a seed round of $2M", "/news/seed", 700)}
${entry("Announcing our Series B funding", "/news/runde", 8)}${entry("Our Series A funding in numbers", "/news/a", 400)}</section>
${card("Neue Tinte für alte Federn im Angebot", "/news/tinte", 3)}${card("Announcing our seed funding", "/news/2", 701)}`);
};

export const signalHosts: Hosts = {
  "press-list.example": pressList,
  "newsroom.example": newsroom,
  "tech-user.example": uses,
  "tech-talker.example": talks,
  "changing.example": changes,
  "slow-careers.example": slowCareers,
};

/** Zones of these sites, and of what they have handed to vendors. */
export const SIGNAL_ZONES: Record<string, Record<string, string[]>> = {
  "changing.example": {
    A: ["93.184.215.14"],
    get MX() {
      return [version.mx];
    },
  },
  "help.tech-user.example": { CNAME: ["tech-user.zendesk.com."] },
  "status.tech-user.example": { CNAME: ["statuspage.other-vendor.example."] },
};
