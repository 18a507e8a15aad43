import { describe, expect, it } from "vitest";
import { BOARDS, recogniseBoards } from "../../../src/sources/jobs/recognise-boards.ts";

const url = new URL("https://acme.example/careers");

function recognise(text: string, at = url) {
  const page = { status: "ok" as const, url: at, headers: new Headers(), text, truncated: false };
  return recogniseBoards({ page, url: at }).map(({ board, ref, isEmbedded }) => ({
    name: board.name,
    token: ref.token,
    isEmbedded,
    isOwnHost: ref.token === "" && ref.host === at.hostname,
  }));
}

/** Board and token of an address that a page links. */
const LINKS: [string, string, string][] = [
  ["https://boards.greenhouse.io/acme/jobs/1", "greenhouse", "acme"],
  ["https://job-boards.eu.greenhouse.io/acme", "greenhouse", "acme"],
  ["https://boards.eu.greenhouse.io/v1/boards/acme", "greenhouse", "acme"],
  ["https://boards.greenhouse.io/embed/job_board?b=x&amp;for=acme", "greenhouse", "acme"],
  ["https://boards.greenhouse.io/embed/job_app?token=12&amp;for=acme", "greenhouse", "acme"],
  ["https://api.greenhouse.io/v1/boards/acme/embed/jobs", "greenhouse", "acme"],
  ["https://boards.greenhouse.io/embed-co", "greenhouse", "embed-co"],
  ["//jobs.lever.co/acme%20inc/5ac2", "lever", "acme%20inc"],
  ["https://jobs.lever.co/acme-inc.", "lever", "acme-inc."],
  ["https://jobs.eu.lever.co/acme?department=Sales", "lever", "acme"],
  ["https://api.lever.co/v0/postings/acme?mode=iframe", "lever", "acme"],
  ["https://jobs.ashbyhq.com/Acme%20Labs/0b1c", "ashby", "Acme%20Labs"],
  ["https://jobs.ashbyhq.com/acme.io", "ashby", "acme.io"],
  ["https://apply.workable.com/acme-inc/j/ABC/", "workable", "acme-inc"],
  ["https://acme.workable.com/", "workable", "acme"],
  ["https://careers.smartrecruiters.com/AcmeInc1", "smartrecruiters", "AcmeInc1"],
  ["https://acme.recruitee.com/o/x", "recruitee", "acme"],
  ["https://acme.jobs.personio.com/?language=en", "personio", "acme"],
  ["https://acme.na.teamtailor.com/jobs", "teamtailor", "acme"],
  ["https://acme.teamtailor.com", "teamtailor", "acme"],
  ["https://acme.bamboohr.com/jobs/", "bamboohr", "acme"],
  ["https://acme.breezy.hr/p/1", "breezy", "acme"],
  ["https://acme.applytojob.com/apply", "jazzhr", "acme"],
  ["https://app.jazz.co/widgets/basic/create/acme", "jazzhr", "acme"],
  ["https://acme.pinpointhq.com", "pinpoint", "acme"],
  ["https://ats.rippling.com/en-GB/acme/jobs", "rippling", "acme"],
  ["https://jobs.gem.com/acme", "gem", "acme"],
  ["https://join.com/de/companies/acme", "join", "acme"],
  ["https://www.comeet.com/jobs/acme/30.005", "comeet", "acme/30.005"],
  ["https://feed.homerun.co/acme", "homerun", "acme"],
  ["https://jobs.jobvite.com/careers/acme/jobs", "jobvite", "acme"],
  ["https://careers-acme.icims.com/jobs/intro", "icims", "careers-acme"],
  ["https://acme.wd5.myworkdayjobs.com/en-US/Careers", "workday", "acme/wd5/Careers"],
  ["https://wd1.myworkdaysite.com/en-US/recruiting/acme/Site", "workday", "wd1/acme/Site"],
  ["https://acme.softgarden.io/vacancies", "softgarden", "acme"],
  ["https://acme.hire.trakstar.com/", "trakstar", "acme"],
  ["https://acme.zohorecruit.com.au/jobs/Careers", "zoho", "acme"],
  ["https://acme.freshteam.com/jobs", "freshteam", "acme"],
  ["https://jobs.polymer.co/acme", "polymer", "acme"],
  ["https://www.welcometothejungle.com/en/companies/acme", "welcomekit", "acme"],
  ["https://acme.factorialhr.co.uk/", "factorial", "acme"],
  [
    "https://recruiting2.ultipro.com/ACM1/JobBoard/0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f/",
    "ukg",
    "ACM1/0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f",
  ],
  ["https://acme.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX", "oracle", "acme/CX"],
  ["https://acme.fa.ocs.oraclecloud8.com/hcmUI/CandidateExperience/sites/CX", "oracle", "acme/CX"],
  ["https://phh.tbe.taleo.net/phh01/ats/careers/v2/jobSearch?act=x&amp;org=ACME", "taleo", "ACME"],
  ["https://career5.successfactors.eu/career?career_company=acme", "successfactors", "acme"],
  ["https://jobs.dayforcehcm.com/en-US/acme/CANDIDATEPORTAL", "dayforce", "acme/CANDIDATEPORTAL"],
  ["https://us61.dayforcehcm.com/CandidatePortal/en-US/acme/Posting/View/1", "dayforce", "acme"],
  ["https://acme.csod.com/ux/ats/careersite/1/home", "cornerstone", "acme"],
  ["https://app.dover.com/acme/careers", "dover", "acme"],
  ["https://careers.kula.ai/acme", "kula", "acme"],
  ["https://acme.keka.com/careers/", "keka", "acme"],
];

describe("an address names a board", () => {
  it.each(LINKS)("%s", (address, name, token) => {
    expect(recognise(`<a href="${address}">Jobs</a>`)).toContainEqual(expect.objectContaining({ name, token }));
    // As a script of the page writes it.
    const escaped = JSON.stringify(address.replaceAll("&amp;", "&")).replaceAll("/", "\\/");
    expect(recognise(`<script>var x = ${escaped}</script>`)).toContainEqual(expect.objectContaining({ name, token }));
  });

  it.each([
    "https://job-boards.greenhouse.io/robots.txt",
    "https://boards.greenhouse.io/embed/job_board",
    "https://jobs.ashbyhq.com/meeting/x",
    "//careers.workable.com",
    "https://apply.workable.com/j/ABC12",
    "https://jobs.smartrecruiters.com/oneclick-ui/x",
    "https://acme.wd5.myworkdayjobs.com/robots.txt",
    "https://acme.wd5.myworkdayjobs.com/en-US/assets/x.png",
    "https://acme.wd5.myworkdayjobs.com/main.js",
    "https://acme.personio.de/login",
    "https://career.teamtailor.com/jobs",
    "https://career.recruitee.com/",
    "https://support.bamboohr.com/hc",
    "https://academy.breezy.hr/",
    "https://jobs.jobvite.com/search",
    "https://ats.rippling.com/internal/jobs",
    "https://notlever.co/acme",
    "https://jobs.lever.co.evil.example/acme",
    "mailto:support@acme.breezy.hr",
    "https://www.gem.com/blog",
  ])("%s names no company", (address) => {
    const named = recognise(`<a href="${address}">Jobs</a>`).filter(({ token }) => token);
    expect(named).toEqual([]);
  });
});

/** An address of the form that a written mark stands for, with `token` for the tenant. */
function addressOf(mark: string, token: string): string {
  const [form = ""] = mark.split(" not ");
  const plain = form
    .replace(/\((?:[^()]|\([^()]*\))*\)\?/g, "")
    .replace(/\(([^|()]*)[^()]*\)/g, "$1")
    .replace(/\\d\*|\\d\?/g, "")
    .replace(/\\[wd]\+?/g, "1")
    .replace("&", "?");
  return `https://${plain.replaceAll(/\{(?:token|name)\}/g, token)}`;
}

/** What the paths of every system have that is not a customer's: files, and folders of the vendor. */
const FILES = ["embed.js", "main.min.css", "logo.png", "robots.txt", "sitemap.xml", "favicon.ico", "site.webmanifest"];
const FOLDERS = ["embed", "api", "static", "assets", "_next", "__assets__", ".well-known", "cdn-cgi", "v1", "js"];
const HOSTS = [
  "www",
  "api",
  "app",
  "cdn",
  "static",
  "assets",
  "assets-cdn",
  "js",
  "widget",
  "help",
  "status",
  "support",
];

describe("files and folders of a vendor are no tenants, on no system", () => {
  const written = BOARDS.flatMap(({ name, marks }) => marks.map((mark) => [name, mark] as const)).flatMap(
    ([name, mark]) => (typeof mark === "string" ? [[name, mark] as const] : []),
  );
  it.each(written)("%s: %s", (name, mark) => {
    const tokens = (token: string) =>
      recognise(`<a href="${addressOf(mark, token)}">x</a><script src="${addressOf(mark, token)}"></script>`)
        .filter((found) => found.name === name && found.token)
        .map((found) => found.token);
    expect(tokens("acme1").length).toBeGreaterThan(0);
    for (const word of mark.startsWith("{") ? HOSTS : [...FILES, ...FOLDERS])
      expect([word, tokens(word)]).toEqual([word, []]);
  });

  it("but a name with a dot, or one that begins with such a word, is a tenant", () => {
    for (const name of ["super.com", "embed-co", "apiary", "static-media", "jsmith"])
      expect(recognise(`<a href="https://jobs.ashbyhq.com/${name}">x</a>`)).toMatchObject([{ token: name }]);
    for (const name of ["cdn77", "apptopia", "statics", "wwwest"])
      expect(recognise(`<a href="https://${name}.teamtailor.com/">x</a>`)).toMatchObject([{ token: name }]);
  });
});

describe("an embed names a board", () => {
  it.each([
    [`<script>window.leverJobsOptions={accountName:'acme',x:1}</script>`, "lever", "acme"],
    [`<script>leverJobsOptions = {includeCss: true, "accountName": "acme"}</script>`, "lever", "acme"],
    ["<script>whr_embed(407621,{detail:'titles'})</script>", "workable", "407621"],
    [`<script>widget({"company_code":"AcmeInc"})</script>`, "smartrecruiters", "AcmeInc"],
    [`<script>new RTWidget({"companies":[123],"x":1})</script>`, "recruitee", "123"],
    [`<div id="BambooHR" data-domain="acme.bamboohr.com"></div>`, "bamboohr", "acme"],
    [`<div id=BambooHR data-domain=acme.bamboohr.com></div>`, "bamboohr", "acme"],
    [`<div class="jv-careersite" data-careersite="acme"></div>`, "jobvite", "acme"],
    [`<div id="grnhse_app"></div><a href="/jobs?gh_jid=1">x</a>`, "greenhouse", ""],
    [`<div class="teamtailor-jobs-widget" data-teamtailor-api-key="k"></div>`, "teamtailor", ""],
    [`<div id="join-widget"></div>`, "join", ""],
  ])("%s", (html, name, token) => {
    expect(recognise(html)).toContainEqual(expect.objectContaining({ name, token }));
  });

  it("is told from a link", () => {
    const [embedded] = recognise(`<iframe src="https://boards.greenhouse.io/embed/job_board?for=acme"></iframe>`);
    expect(embedded).toMatchObject({ token: "acme", isEmbedded: true });
    const [linked] = recognise(`<a href="https://boards.greenhouse.io/acme">x</a>`);
    expect(linked).toMatchObject({ token: "acme", isEmbedded: false });
  });

  it("is not guessed from a token that has api in it", () => {
    expect(recognise(`<a href="https://rapidapi.breezy.hr/">x</a>`)).toMatchObject([{ isEmbedded: false }]);
  });

  it("keeps the regions of a token apart", () => {
    const both = recognise(`<a href="https://jobs.lever.co/acme">x</a><a href="https://jobs.eu.lever.co/acme">y</a>`);
    expect(both.filter(({ name }) => name === "lever")).toHaveLength(2);
  });

  it("sees a system that serves the company's own host by its assets", () => {
    const own = new URL("https://jobs.acme.example/");
    expect(recognise(`<script src="https://assets.teamtailor-cdn.com/a.js"></script>`, own)).toEqual([
      { name: "teamtailor", token: "", isEmbedded: false, isOwnHost: true },
    ]);
  });
});

describe("hostile pages take linear time", () => {
  const shapes: Record<string, (length: number) => string> = {
    "one query without end": (length) => `boards.greenhouse.io/embed/job_board?${"a=b&".repeat(length / 4)}`,
    "many beginnings of one embed": (length) => "boards.greenhouse.io/embed/job_board?".repeat(length / 37),
    "script options without end": (length) => `leverJobsOptions={${"x:1,".repeat(length / 4)}`,
    "many script options": (length) => "leverJobsOptions={".repeat(length / 18),
    "one label": (length) => "a".repeat(length),
    labels: (length) => "a.".repeat(length / 2),
    "hyphens and dots": (length) => "a-.co".repeat(length / 5),
    "many hosts": (length) => "//a.fa.x.oraclecloud.com/hcmUI/".repeat(length / 31),
    slashes: (length) => "/".repeat(length),
    "escaped slashes": (length) => "\\/".repeat(length / 2),
    entities: (length) => "&amp;".repeat(length / 5),
  };

  // The time limit is the assertion: anything worse than linear takes minutes at this length.
  it.each(Object.keys(shapes))("%s", (name) => {
    expect(recognise(shapes[name]?.(1_500_000) ?? "")).toBeDefined();
  });
});
