import type { Handler, Hosts } from "./index.ts";
import { daysAgo } from "./own-media.ts";

/** What others say about the fictional companies: the SEC, GDELT, Hacker News, Trustpilot and TheirStack in their documented shapes. */
const isoDay = (days: number) => daysAgo(days).toISOString().slice(0, 10);

type Filer = {
  name: string;
  website: string;
  phone?: string;
  address?: { street1: string; city: string; stateOrCountry: string; zipCode: string };
  filings: { form: string; items: string; days: number; xml?: string }[];
};

/** A form D as the SEC has it. */
function formD(
  issuer: string,
  more: {
    sold: number;
    offered?: string;
    sale?: number;
    industry?: string;
    person?: [string, string];
    amends?: string;
    city?: string;
    state?: string;
  },
): string {
  const {
    sold,
    offered = String(sold),
    sale = 40,
    industry = "Other Technology",
    person = ["Nobody", "Special"],
    amends,
    city = "Hoboken",
    state = "NJ",
  } = more;
  return `<?xml version="1.0"?><edgarSubmission><schemaVersion>X0708</schemaVersion><submissionType>${amends ? "D/A" : "D"}</submissionType><testOrLive>LIVE</testOrLive>
<primaryIssuer><cik>1</cik><entityName>${issuer}</entityName><issuerAddress><street1>40 RIVER STREET</street1><city>${city}</city><stateOrCountry>${state}</stateOrCountry><zipCode>07030</zipCode></issuerAddress><issuerPhoneNumber>(000) 000-0000</issuerPhoneNumber><jurisdictionOfInc>DELAWARE</jurisdictionOfInc><issuerPreviousNameList><value>None</value></issuerPreviousNameList><edgarPreviousNameList><value>None</value></edgarPreviousNameList></primaryIssuer>
<relatedPersonsList><relatedPersonInfo><relatedPersonName><firstName>${person[0]}</firstName><lastName>${person[1]}</lastName></relatedPersonName><relatedPersonAddress><street1>1 Private Home</street1></relatedPersonAddress><relatedPersonRelationshipList><relationship>Executive Officer</relationship></relatedPersonRelationshipList></relatedPersonInfo></relatedPersonsList>
<offeringData><industryGroup><industryGroupType>${industry}</industryGroupType></industryGroup><typeOfFiling><newOrAmendment><isAmendment>${Boolean(amends)}</isAmendment>${amends ? `<previousAccessionNumber>${amends}</previousAccessionNumber>` : ""}</newOrAmendment><dateOfFirstSale><value>${isoDay(sale)}</value></dateOfFirstSale></typeOfFiling>
<typesOfSecuritiesOffered><isEquityType>true</isEquityType></typesOfSecuritiesOffered><businessCombinationTransaction><isBusinessCombinationTransaction>false</isBusinessCombinationTransaction></businessCombinationTransaction>
<offeringSalesAmounts><totalOfferingAmount>${offered}</totalOfferingAmount><totalAmountSold>${sold}</totalAmountSold><totalRemaining>0</totalRemaining></offeringSalesAmounts><investors><hasNonAccreditedInvestors>false</hasNonAccreditedInvestors><totalNumberAlreadyInvested>7</totalNumberAlreadyInvested></investors></offeringData></edgarSubmission>`;
}

/** By central index key. Only the first three are listed companies. */
const FILERS: Record<string, Filer> = {
  "1": {
    name: "ACME ROBOTICS INC",
    website: "https://acme-robotics.example",
    filings: [
      { form: "8-K", items: "5.02,9.01", days: 20 },
      { form: "8-K", items: "2.02", days: 5 },
      { form: "10-Q", items: "", days: 9 },
    ],
  },
  "2": {
    name: "LUMENTA INC",
    website: "",
    filings: [
      { form: "8-K", items: "5.02", days: 4 },
      { form: "D", items: "06b", days: 4 },
    ],
  },
  "3": {
    name: "Brightwater Analytics Corp",
    website: "https://www.brightwater-analytics.com",
    filings: [
      { form: "8-K", items: "5.02", days: 4 },
      { form: "D", items: "06b", days: 4 },
    ],
  },
  "4": {
    name: "Hazel & Oak Ltd",
    website: "https://www.hazel-and-oak.example/investors",
    filings: [
      { form: "D", items: "06b", days: 33 },
      { form: "D", items: "06b", days: 400 },
    ],
  },
  // An officer on the team page, and the exact legal name in the terms. The amendment replaces its notice.
  "5": {
    name: "Hudson Labs, Inc.",
    website: "",
    address: { street1: "PO BOX 1", city: "Wilmington", stateOrCountry: "DE", zipCode: "19801" },
    filings: [
      {
        form: "D/A",
        items: "",
        days: 10,
        xml: formD("Hudson Labs, Inc.", {
          sold: 8_250_000,
          offered: "Indefinite",
          person: ["Marta", "Quill"],
          amends: "0000000005-26-000002",
          city: "Wilmington",
          state: "DE",
        }),
      },
      {
        form: "D",
        items: "06b",
        days: 35,
        xml: formD("Hudson Labs, Inc.", {
          sold: 5_000_000,
          person: ["Marta", "Quill"],
          city: "Wilmington",
          state: "DE",
        }),
      },
    ],
  },
  // A fund that names the company it holds, and a namesake in another state: neither is the company.
  "6": {
    name: "Hudson Labs LLC",
    website: "",
    address: { street1: "1 Elm", city: "Reno", stateOrCountry: "NV", zipCode: "89501" },
    filings: [
      {
        form: "D",
        items: "06b",
        days: 5,
        xml: formD("Hudson Labs LLC", { sold: 99_000_000, person: ["Rex", "Other"], city: "Reno", state: "NV" }),
      },
    ],
  },
  // One word that two firms bear: city, state and phone tell which.
  "7": {
    name: "FIGMINT, INC. /DE/",
    website: "",
    phone: "415-555-0177",
    address: { street1: "9 MISSION STREET", city: "SAN FRANCISCO", stateOrCountry: "CA", zipCode: "94105" },
    filings: [
      {
        form: "D",
        items: "06b",
        days: 12,
        xml: formD("Figmint, Inc.", { sold: 3_000_000, city: "SAN FRANCISCO", state: "CA" }),
      },
    ],
  },
};
const LISTED = ["1", "2", "3"];

const withContact =
  (answer: Handler): Handler =>
  (request, url) =>
    /\S+@\S+\.\S+/.test(request.headers.get("User-Agent") ?? "")
      ? answer(request, url)
      : new Response("<html>Undeclared Automated Tool, secret-token</html>", { status: 403 });

const tickers: Handler = (_request, url) =>
  url.pathname === "/files/company_tickers.json"
    ? Response.json(
        Object.fromEntries(
          LISTED.map((cik, index) => [index, { cik_str: Number(cik), ticker: `T${cik}`, title: FILERS[cik]?.name }]),
        ),
      )
    : new Response("no", { status: 404 });

const submissions: Handler = (_request, url) => {
  const cik = String(Number(/CIK(\d{10})\.json$/.exec(url.pathname)?.[1]));
  const filer = FILERS[cik];
  if (!filer) return new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 });
  const { name, website, filings } = filer;
  const column = (read: (filing: Filer["filings"][number], index: number) => string) => filings.map(read);
  return Response.json({
    cik,
    name,
    website,
    phone: filer.phone ?? "",
    addresses: { business: filer.address ?? {} },
    tickers: [],
    filings: {
      recent: {
        accessionNumber: column((_, index) => `000000000${cik}-26-00000${index + 1}`),
        filingDate: column(({ days }) => isoDay(days)),
        reportDate: column(({ days }) => isoDay(days + 1)),
        form: column(({ form }) => form),
        items: column(({ items }) => items),
        primaryDocument: column(({ form }) => (form.startsWith("D") ? "xslFormDX01/primary_doc.xml" : "a8k.htm")),
      },
      files: [],
    },
  });
};

/** The entity search: all whose names begin with what is typed. */
const fullText: Handler = (_request, url) => {
  const name = (url.searchParams.get("keysTyped") ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9& ]/g, "")
    .replace(/ (inc|llc|ltd|corp)$/, "");
  const hits = Object.entries(FILERS)
    .filter(([, filer]) => name !== "" && filer.name.toLowerCase().startsWith(name))
    .map(([cik, filer]) => ({ _id: cik, _source: { entity: filer.name, entity_words: filer.name, tickers: null } }));
  return Response.json({ hits: { total: { value: hits.length, relation: "eq" }, hits } });
};

const HTML = { headers: { "Content-Type": "text/html" } };
const CURRENT_REPORT = `<html><body><p>FORM 8-K</p><p>Item&#160;5.02 Departure of Directors or Certain Officers; Election of Directors; Appointment of Certain
Officers; Compensatory Arrangements of Certain Officers.</p><p>Ada Winter notified the Company of her decision to resign as Chief Financial Officer. The Board appointed
Jonas Feld, age 44, as Chief Operating Officer of the Company.</p><p>Item 9.01 Exhibits</p><p>SIGNATURES</p></body></html>`;

/** `/Archives/edgar/data/{cik}/{accession}/primary_doc.xml` or `a8k.htm`. */
const archives: Handler = (request, url) => {
  const [, cik = "", accession = "", document] =
    /^\/Archives\/edgar\/data\/(\d+)\/(\d{18})\/(primary_doc\.xml|a8k\.htm)$/.exec(url.pathname) ?? [];
  const filing = FILERS[cik]?.filings[Number(accession.slice(-6)) - 1];
  if (!filing) return tickers(request, url);
  if (document === "a8k.htm" && filing.items.includes("5.02"))
    return new Response(cik === "1" ? CURRENT_REPORT : "", HTML);
  return filing.xml
    ? new Response(filing.xml, { headers: { "Content-Type": "application/xml" } })
    : new Response("<Error/>", { status: 404 });
};

type Article = { title: string; domain: string; days: number };

const ARTICLES: Article[] = [
  { title: "Acme Robotics raises 12M", domain: "news.example", days: 11 },
  { title: "Robots of the year: a look at <i>Acme Robotics</i>", domain: "magazine.example", days: 8 },
  { title: "Brightwater Analytics raises $9M", domain: "news.example", days: 200 },
  { title: "Brightwater Analytics customer Delta raises $5M", domain: "news.example", days: 3 },
  { title: "Brightwater Analytics names its best pump", domain: "news.example", days: 3 },
  { title: "Hazel & Oak chairs at the fair", domain: "news.example", days: 45 },
  // One word that two firms bear. Only what the articles say tells whose round it was.
  { title: "Figmint raises $8 . 5M to put mint on file", domain: "daily.example", days: 6 },
  { title: "Figmint names Otto Blum CEO", domain: "jam-paper.example", days: 4 },
  { title: "Figmint raises $70M for jam", domain: "jam-daily.example", days: 5 },
  { title: "How Figmint jam is cooked", domain: "jam-paper.example", days: 3 },
];

/** Articles by host, as short as they can be. */
const PAGES: Record<string, string> = {
  // An officer of figmint.example beside its name; its investor is another person of the same name as an officer of the other.
  "daily.example":
    "<p>Figmint, a filing tool, was founded by <b>Iris</b> Vane. Otto Blum of Big Fund led the round.</p>",
  "jam-daily.example": "<p>Figmint cooks jam. Its investors are Iris Plum and Otto Vane.</p>",
  "jam-paper.example": "<p>Otto Blum takes over.</p>",
};

const gdelt: Handler = (_request, url) => {
  const name = (url.searchParams.get("query") ?? "").replaceAll('"', "").toLowerCase();
  // The notice comes as text, with 200 as well as with 429.
  if (name.startsWith("slow careers")) {
    return new Response("Please limit requests to one every 5 seconds. secret-token", {
      headers: { "Content-Type": "text/html" },
    });
  }
  const [first = ""] = name.split(" ");
  const articles = ARTICLES.filter(({ title }) => title.toLowerCase().includes(first)).map(
    ({ title, domain, days }, index) => ({
      url: `https://${domain}/${index + 1}`,
      url_mobile: "",
      title,
      socialimage: "",
      domain,
      seendate: daysAgo(days)
        .toISOString()
        .replace(/[-:]|\.\d+/g, ""),
      language: "English",
      sourcecountry: "Germany",
    }),
  );
  return Response.json(articles.length > 0 ? { articles } : {});
};

type Story = { id: string; title: string; url: string | null; days: number; text?: string };

const STORIES: Story[] = [
  {
    id: "101",
    title: "Acme Robotics (YC W24) – robot arms for workshops",
    url: "https://www.acme-robotics.example/",
    days: 6,
  },
  { id: "102", title: "Lumenta raises $20M to put light on a chain", url: "https://lumenta-chain.example/", days: 2 },
  { id: "103", title: "Lumenta CEO steps down", url: null, days: 2, text: "From lumenta-chain.example" },
  { id: "104", title: "Show HN: Bookings for museums", url: "https://fernhill.example/blog/launch", days: 10 },
];

/** As forgiving as the real search: whatever has the first word of the query anywhere. */
const hackerNews: Handler = (_request, url) => {
  const [word = ""] = (url.searchParams.get("query") ?? "").toLowerCase().match(/[a-z]+/) ?? [];
  const filters = url.searchParams.get("numericFilters") ?? "";
  const since = Number(/created_at_i>=?(\d+)/.exec(filters)?.[1]) * 1000;
  const until = Number(/created_at_i<=?(\d+)/.exec(filters)?.[1] ?? Number.POSITIVE_INFINITY) * 1000;
  const isWithin = (time: number) => time > since && time <= until;
  const hits = STORIES.filter(
    ({ title, url: link, days }) =>
      `${title} ${link}`.toLowerCase().includes(word) && isWithin(daysAgo(days).getTime()),
  ).map(({ id, title, url: link, days, text = null }) => ({
    objectID: id,
    title,
    url: link,
    author: "user1",
    points: 10,
    num_comments: 3,
    created_at: daysAgo(days).toISOString(),
    created_at_i: Math.floor(daysAgo(days).getTime() / 1000),
    story_text: text,
    comment_text: null,
    _tags: ["story", "author_user1", `story_${id}`],
  }));
  return Response.json({ hits, nbHits: hits.length, page: 0, nbPages: 1, hitsPerPage: 50 });
};

const UNITS: Record<
  string,
  { id: string; identifying: string; reviews: { stars: number; days: number; title: string }[] }
> = {
  "acme-robotics.example": {
    id: "unit-acme",
    identifying: "www.acme-robotics.example",
    reviews: [
      { stars: 5, days: 2, title: "Steady <b>hands</b>" },
      { stars: 1, days: 3, title: "Arm fell off" },
      { stars: 3, days: 4, title: "Fine" },
      { stars: 1, days: 90, title: "Late" },
    ],
  },
  "lumenta.example": {
    id: "unit-lumenta",
    identifying: "lumenta.example",
    reviews: [
      { stars: 1, days: 60, title: "Dark" },
      { stars: 5, days: 70, title: "Bright" },
      { stars: 3, days: 1, title: "Light" },
    ],
  },
  "fernhill.example": {
    id: "unit-fernhill",
    identifying: "fernhill-farm.example",
    reviews: [{ stars: 1, days: 1, title: "Muddy" }],
  },
};

const trustpilot: Handler = (request, url) => {
  if (request.headers.get("apikey") !== "trustpilot-key") return new Response("secret-token", { status: 401 });
  if (url.pathname === "/v1/business-units/find") {
    const unit = UNITS[url.searchParams.get("name") ?? ""];
    return unit
      ? Response.json({ id: unit.id, name: { identifying: unit.identifying, referring: [] } })
      : Response.json({ message: "Not found" }, { status: 404 });
  }
  const id = /^\/v1\/business-units\/([^/]+)\/reviews$/.exec(url.pathname)?.[1];
  const unit = Object.values(UNITS).find((candidate) => candidate.id === id);
  const reviews = (unit?.reviews ?? []).map(({ stars, days, title }, index) => ({
    id: `review-${index}`,
    stars,
    title,
    text: "…",
    createdAt: daysAgo(days).toISOString(),
    consumer: { displayName: "Somebody Private" },
  }));
  return Response.json({ links: [], reviews });
};

const theirStack: Handler = async (request) => {
  if (request.headers.get("Authorization") !== "Bearer theirstack-key") {
    return Response.json({ error: { message: "not enough credits, secret-token" } }, { status: 402 });
  }
  if (request.method === "GET") return Response.json({ api_credits: 200, used_api_credits: 12, ui_credits: 50 });
  const { company_domain_or: domains = [] } = await request.json<{ company_domain_or?: string[] }>();
  const job = (id: number, title: string, domain: string) => ({
    id,
    job_title: title,
    url: `https://jobs.example/${id}`,
    final_url: `https://jobs.example/${id}`,
    date_posted: isoDay(5),
    company: "A company",
    company_domain: domain,
    country_code: "FR",
    location: "Lyon",
    remote: false,
    description: "...",
    salary_string: null,
    hiring_team: [],
  });
  return Response.json({
    metadata: { total_results: null, truncated_results: 0, total_companies: null },
    data: domains.flatMap((domain) => [job(1, "VP of Sales", domain), job(2, "Support Agent", "namesake.example")]),
  });
};

const article: Handler = (_request, url) =>
  url.pathname === "/robots.txt"
    ? new Response("User-agent: *\nAllow: /\n")
    : new Response(`<html><body><h1>News</h1>${PAGES[url.hostname]}</body></html>`, HTML);

/** Sites of newspapers. */
export const articleHosts: Hosts = Object.fromEntries(Object.keys(PAGES).map((host) => [host, article]));

export const newsHosts: Hosts = {
  ...articleHosts,
  "www.sec.gov": withContact(archives),
  "data.sec.gov": withContact(submissions),
  "efts.sec.gov": withContact(fullText),
  "api.gdeltproject.org": gdelt,
  "hn.algolia.com": hackerNews,
  "api.trustpilot.com": trustpilot,
  "www.trustpilot.com": () => new Response("a page nobody may read", { status: 599 }),
  "api.theirstack.com": theirStack,
};
