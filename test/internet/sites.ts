import { COMPANIES, type Company, type Person } from "./companies.ts";
import type { Handler, Hosts } from "./index.ts";
import { OWN_MEDIA } from "./own-media.ts";

/** The sites of the fictional companies: home, about, team, careers and contact, built the way its style says. */
const NETWORK = "https://network.example";

function site(company: Company): Handler {
  const pages: Record<string, () => string> = {
    "/": () => home(company),
    "/about": () => about(company),
    "/team": () => team(company),
    "/careers": () => careers(company),
    "/contact": () => contact(company),
  };
  return (_request, url) => {
    const page = pages[url.pathname.replace(/(.)\/$/, "$1")];
    if (url.pathname === "/robots.txt") return new Response("User-agent: *\nDisallow: /internal/\n");
    const media = OWN_MEDIA[company.domain]?.pages[url.pathname];
    if (media) return media();
    if (!page) return html(`<h1>Not found</h1>`, 404);
    return html(page());
  };
}

export function html(text: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
}

function layout(
  company: Company,
  title: string,
  main: string,
  { head = "", footer = plainFooter(company) } = {},
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} | ${company.name}</title>
<meta property="og:site_name" content="${company.name.replace("&", "&amp;")}">
<meta name="description" content="${company.tagline}">
${head}${OWN_MEDIA[company.domain]?.head ?? ""}
</head>
<body>
<header><a href="/">${company.name}</a>
<nav><a href="/about">About us</a> <a href="/team">Team</a> <a href="/careers">Careers</a> <a href="/contact">Contact</a></nav>
</header>
<main>${main}</main>
${footer}
</body>
</html>`;
}

function plainFooter(company: Company): string {
  return `<footer><p>© 2026 ${company.name}, ${company.city}</p></footer>`;
}

function handle(company: Company): string {
  return company.name.toLowerCase().replace(/[^a-z]/g, "");
}

function networkLink({ slug }: Company, host = NETWORK): string {
  return `${host}/company/${encodeURIComponent(slug ?? "")}`;
}

/** Links on social networks: an icon each, no text. */
function icons(company: Company, network: string): string {
  return `<ul class="follow">
<li><a href="https://www.facebook.com/${handle(company)}-example"><i class="icon-facebook"></i></a></li>
<li><a href="${network}"><i class="icon-network"></i></a></li>
<li><a href="https://www.instagram.com/${handle(company)}-example/"><i class="icon-instagram"></i></a></li>
</ul>`;
}

function organisation(company: Company): string {
  const graph = [
    {
      "@type": "WebSite",
      "@id": `https://${company.domain}/#website`,
      name: company.name,
      publisher: { "@id": `https://${company.domain}/#organization` },
    },
    {
      "@type": ["Organization", "Corporation"],
      "@id": `https://${company.domain}/#organization`,
      name: company.name,
      url: `https://www.${company.domain}/`,
      address: { "@type": "PostalAddress", addressLocality: company.city },
      sameAs: ["https://www.wikidata.org/wiki/Q0", `${networkLink(company)}/?viewAsMember=true`],
    },
  ];
  return `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@graph": graph })}</script>`;
}

const HOMES: Record<Company["style"], (company: Company, main: string) => string> = {
  json_ld: (company, main) => layout(company, "Home", main, { head: organisation(company) }),
  footer: (company, main) => {
    const footer = `<footer>${plainFooter(company)}<a href="${networkLink(company)}/about/?trk=footer&amp;lang=en">Follow us</a></footer>`;
    return layout(company, "Home", main, { footer });
  },
  several_networks: (company, main) =>
    layout(company, "Home", `${main}${icons(company, networkLink(company, "//uk.network.example"))}`),
  about_only: (company, main) => layout(company, "Home", main),
  broken: (company, main) =>
    `<title>${company.name}</title><body><div><p>${main}<div class=foot-note id=footer><a title='On the network' HREF='HTTPS&#58;//WWW.Network.Example/Company/${company.slug}/'><b>in<div></a></i><script type="application/ld+json">{"@type": "Organization", "sameAs": [</script><a href="`,
  unlinked: (company, main) => layout(company, "Home", `${main}${strangers(company)}`),
  unicode: (company, main) =>
    layout(company, "Home", main, { footer: `<footer>${icons(company, networkLink(company))}</footer>` }),
};

/** What must not be taken for the company's own page: share buttons, people, jobs, a customer, a template's leftover. */
function strangers(company: Company): string {
  const here = encodeURIComponent(`https://${company.domain}/`);
  return `<article><h2>Case study: a quiet bank</h2>
<p>We worked with <a href="${NETWORK}/company/first-fictional-bank">First Fictional Bank</a> and
<a href="${NETWORK}/company/harbour-insurance/">Harbour Insurance</a> last year, as told by
<a href="${NETWORK}/in/mette-noergaard-5001">Mette</a>. <a href="${NETWORK}/jobs/view/123">A job at the bank</a>.</p>
<a class="share" href="${NETWORK}/shareArticle?mini=true&amp;url=${here}" title="Share"></a>
<a class="share" href="${NETWORK}/cws/share?url=${here}" title="Share"></a></article>
<div class="footer"><a href="${NETWORK}/company/your-company"><i class="icon"></i></a></div>`;
}

function home(company: Company): string {
  const main = `<h1>${company.tagline}</h1><p>${company.name} is a company from ${company.city}. <a href="/careers">We are hiring</a>.</p>`;
  return HOMES[company.style](company, main);
}

function about(company: Company): string {
  const link =
    company.style === "about_only"
      ? `<a rel="me noopener" href="${networkLink(company)}">${company.name} on the network</a>`
      : "";
  return layout(
    company,
    "About",
    `<h1>About ${company.name}</h1><p>${company.tagline}, from ${company.city} since 2014.</p>${link}`,
  );
}

function team(company: Company): string {
  if (company.style === "json_ld") return layout(company, "Team", cards(company), { head: personGraph(company) });
  return layout(company, "Team", cards(company));
}

function profileUrl(person: Person): string {
  return `${NETWORK}/in/${person.profile}`;
}

function cards(company: Company): string {
  const card = (person: Person) =>
    `<li class="person"><h3>${person.name}</h3><p class="role">${person.title}</p>${
      person.profile ? `<a href="${profileUrl(person)}" aria-label="${person.name} on the network"></a>` : ""
    }${person.email ? `<a href="mailto:${person.email}@${company.domain}">Write to ${person.name.split(" ")[0]}</a>` : ""}</li>`;
  return `<h1>Our team</h1><ul class="people">${company.people.map(card).join("\n")}</ul>`;
}

function personGraph(company: Company): string {
  const employee = company.people.map((person) => ({
    "@type": "Person",
    name: person.name,
    jobTitle: person.title,
    ...(person.profile && { sameAs: [profileUrl(person)] }),
    ...(person.city && { address: { "@type": "PostalAddress", addressLocality: person.city } }),
    worksFor: { "@type": "Organization", name: company.name, url: `https://${company.domain}/` },
  }));
  return `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Organization", name: company.name, url: `https://${company.domain}/`, employee })}</script>`;
}

function careers(company: Company): string {
  const board = company.greenhouse
    ? `<a href="https://boards.greenhouse.io/${company.greenhouse}">All open positions</a><script src="https://boards.greenhouse.io/embed/job_board/js?for=${company.greenhouse}"></script>`
    : "";
  const posting = (job: Company["jobs"][number]) => ({
    "@context": "https://schema.org",
    "@type": "JobPosting",
    title: job.title,
    datePosted: "2026-11-10",
    occupationalCategory: job.department,
    jobLocation: { "@type": "Place", address: { "@type": "PostalAddress", addressLocality: job.city } },
    hiringOrganization: { "@type": "Organization", name: company.name, sameAs: `https://${company.domain}/` },
  });
  const list = company.jobs
    .map((job) => `<li><h3>${job.title}</h3><p>${job.city}, ${job.department}</p></li>`)
    .join("\n");
  const data = company.greenhouse
    ? ""
    : company.jobs
        .map((job) => `<script type="application/ld+json">${JSON.stringify(posting(job))}</script>`)
        .join("\n");
  return layout(company, "Careers", `<h1>Work with us</h1><ul>${list}</ul>${board}${data}`);
}

function contact(company: Company): string {
  return layout(
    company,
    "Contact",
    `<h1>Contact</h1><p>${company.name}, ${company.city}. <a href="mailto:hello@${company.domain}">hello@${company.domain}</a></p>`,
  );
}

export const companyHosts: Hosts = Object.fromEntries(
  COMPANIES.flatMap((company): [string, Handler][] => [
    [company.domain, site(company)],
    [`www.${company.domain}`, site(company)],
  ]),
);
