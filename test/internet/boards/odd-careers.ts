import type { Hosts } from "../index.ts";
import { html } from "../sites.ts";
import { link, paths, postingPage, xml } from "./board-company.ts";

const home = (name: string, links: string) => () =>
  html(`<title>${name}</title><meta property="og:site_name" content="${name}"><h1>${name}</h1>${links}`);
const careers = `<a href="/careers">Careers</a>`;

/** Sites whose way to their positions is odd, and boards that are somebody else's. */
export const oddCareersHosts: Hosts = {
  // The careers page is linked from the about page only.
  "about-hop.example": paths({
    "/": home("About Hop", `<a href="/about">About us</a>`),
    "/about": () => html(`<h1>About</h1><a href="/join-us">Join us</a>`),
    "/join-us": () => html(`<h1>Join</h1>${link("https://abouthop.jobs.personio.de/")}`),
  }),
  "abouthop.jobs.personio.de": paths({
    "/xml": xml(
      "<workzag-jobs><position><id>1</id><name>Miller</name><subcompany>About Hop</subcompany></position></workzag-jobs>",
    ),
  }),
  // Its careers site is on another domain and leads back.
  "apart.example": paths({ "/": home("Apart", `<a href="https://careers-apart.example/">Careers</a>`) }),
  "careers-apart.example": paths({
    "/": () => html(`<h1>Jobs</h1><a href="https://apart.example/">Home</a>${link("https://apartworks.breezy.hr/")}`),
  }),
  "apartworks.breezy.hr": paths({
    "/json": () =>
      Response.json([{ id: "a", name: "Mason", url: "https://apartworks.breezy.hr/p/a", company: { name: "Apart" } }]),
  }),
  // A customer's board on the home page, a portfolio's on the careers page: neither is its own.
  "agency.example": paths({
    "/": home(
      "Quill Agency",
      `${careers}<h2>Customers</h2>${link("https://acme.wd5.myworkdayjobs.com/Careers", "A customer")}`,
    ),
    "/careers": () =>
      html(`<h1>Careers</h1><h2>Jobs at our portfolio</h2>${link("https://portfolioco.breezy.hr/", "Portfolio Co")}`),
  }),
  "portfolioco.breezy.hr": paths({
    "/json": () =>
      Response.json([
        {
          id: "p",
          name: "Somebody else's mason",
          url: "https://portfolioco.breezy.hr/p/p",
          company: { name: "Portfolio Co" },
        },
      ]),
    "/": () => html("<title>Portfolio Co - Jobs</title>"),
  }),
  // Tenants' hosts that do not answer with a board.
  "busy-board.example": paths({
    "/": home("Busy Board", careers),
    "/careers": () => html(link("https://busyboard.breezy.hr/")),
  }),
  "busyboard.breezy.hr": (_request, url) =>
    url.pathname === "/robots.txt"
      ? html("none", 404)
      : new Response("slow down", { status: 429, headers: { "Retry-After": "45" } }),
  "shut-board.example": paths({
    "/": home("Shut Board", careers),
    "/careers": () => html(link("https://shutboard.breezy.hr/")),
  }),
  "shutboard.breezy.hr": paths({ "/robots.txt": () => new Response("User-agent: *\nDisallow: /\n") }),
  "moved-board.example": paths({
    "/": home("Moved Board", careers),
    "/careers": () => html(link("https://movedboard.breezy.hr/")),
  }),
  "movedboard.breezy.hr": paths({ "/json": () => Response.redirect("https://portfolioco.breezy.hr/json", 302) }),
  // The careers page is a redirect to the board, under a name that says nothing.
  "redirects.example": paths({
    "/": home("Redirects", careers),
    "/careers": () => Response.redirect("https://slayworks.breezy.hr/", 302),
  }),
  "slayworks.breezy.hr": paths({
    "/": () => html("<title>Slay Works</title>"),
    "/json": () =>
      Response.json([
        { id: "s", name: "Farrier", url: "https://slayworks.breezy.hr/p/s", company: { name: "Slay Works" } },
      ]),
  }),
  // Read only when the operator says so.
  "api.smartrecruiters.com": paths({
    "/v1/companies/AcmeInc1/postings": () =>
      Response.json({
        totalFound: 1,
        content: [
          {
            id: "74",
            name: "Clerk",
            company: { name: "On smartrecruiters" },
            releasedDate: "2026-11-01T00:00:00.000Z",
            location: { city: "Lyon", region: "", country: "fr", remote: false, fullLocation: "Lyon, , France" },
            department: {},
            function: { label: "Admin" },
            typeOfEmployment: { id: "permanent" },
          },
        ],
      }),
  }),
  "api.rippling.com": paths({
    "/platform/api/ats/v1/board/acme/jobs": () =>
      Response.json(
        ["Lyon, France", "Paris, France"].map((label) => ({
          uuid: "u1",
          name: "Clerk",
          department: { label: "Admin" },
          url: "https://ats.rippling.com/acme/jobs/u1",
          workLocation: { label },
        })),
      ),
    "/platform/api/ats/v1/board/acme/jobs/u1": () =>
      Response.json({
        companyName: "On rippling",
        createdOn: "2026-11-01T00:00:00Z",
        employmentType: { label: "SALARIED_FT" },
        description: { role: "<p>File</p>" },
      }),
  }),
  // Pages of its own.
  "listed-jobs.example": paths({
    "/": home("Listed Jobs", careers),
    "/careers": () =>
      html(`<h1>Careers</h1><a href="/careers/jobs/glazier">Glazier</a><a href="/careers/jobs/roofer">Roofer</a>`),
    "/careers/jobs/glazier": postingPage({
      title: "Glazier",
      datePosted: "2026-11-02",
      hiringOrganization: "Listed Jobs",
    }),
    "/careers/jobs/roofer": postingPage({
      title: "Roofer",
      datePosted: "2026-11-03",
      hiringOrganization: "Listed Jobs",
    }),
  }),
  "plain-list.example": paths({
    "/": home("Plain List", careers),
    "/careers": () => html("<h1>Careers</h1><h3>Account Manager (m/f/d)</h3><p>Write to us.</p>"),
  }),
  "script-careers.example": paths({
    "/": home("Script Careers", careers),
    "/careers": () => html(`<title>Careers</title><div id="root"></div><script src="/app.js"></script>`),
  }),
  "nothing-open.example": paths({
    "/": home("Nothing Open", careers),
    "/careers": () =>
      html("<h1>Careers</h1><p>We have nothing open right now. Come back in spring, or tell us about yourself.</p>"),
  }),
};
