import { sharedBoardHosts } from "./boards/index.ts";
import { COMPANIES } from "./companies.ts";
import type { Handler, Hosts } from "./index.ts";
import { madeUpBoard, notModified } from "./many-boards.ts";
import { html } from "./sites.ts";

/** The public interfaces of four job boards in their documented shapes, and companies whose careers pages lead there. */
export type Opening = { id?: number; title: string; city: string; department: string; description?: string };

const OPENINGS: Opening[] = [
  { title: "Account Executive", city: "Leipzig", department: "Sales", description: "Sell & <b>smile</b>" },
  { title: "Head of Support", city: "Porto", department: "Support" },
];
const MANY: Opening[] = Array.from({ length: 230 }, (_, index) => ({
  title: `Engineer ${index + 1}`,
  city: "Remote",
  department: "Engineering",
}));

const GREENHOUSE: Record<string, Opening[]> = {
  ...Object.fromEntries(COMPANIES.flatMap(({ greenhouse, jobs }) => (greenhouse ? [[greenhouse, jobs]] : []))),
  tk8842: OPENINGS,
  "empty-desk": [],
};
const LEVER: Record<string, Opening[]> = { leverhouse: MANY, "some-agency": OPENINGS };
const LEVER_EU: Record<string, Opening[]> = { levereurope: OPENINGS };
const ASHBY: Record<string, Opening[]> = { "Ashby House": OPENINGS };
const WORKABLE: Record<string, Opening[]> = { "wkbl-77": OPENINGS };
/** Boards that answer with an error, whatever their vendor. */
const ERRORS: Record<string, () => Response> = {
  boardlimited: () => new Response("slow down, secret-token", { status: 429, headers: { "Retry-After": "30" } }),
  boardbroken: () => new Response("stack trace: secret-token", { status: 500 }),
  boardnonsense: () => html("<h1>Maintenance</h1>"),
  boardredirect: () => new Response(null, { status: 302, headers: { Location: "https://network.example/jobs" } }),
};

const encoded = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Answers as `reply` does for the board that the path names after `before`, or 404 as `missing`. */
function board(
  boards: Record<string, Opening[]>,
  before: RegExp,
  reply: (openings: Opening[], url: URL) => unknown,
  missing: unknown,
): Handler {
  return (request, url) => {
    const token = decodeURIComponent(before.exec(url.pathname)?.[1] ?? "");
    const error = ERRORS[token];
    if (error) return error();
    const madeUp = madeUpBoard(token);
    if (madeUp?.answer) return madeUp.answer();
    if (madeUp) return notModified(request, madeUp.etag, reply(madeUp.openings, url));
    const shared = sharedBoardHosts[`${url.hostname}/${token}`];
    if (shared) return shared(request, url);
    const openings = boards[token];
    return openings ? Response.json(reply(openings, url)) : Response.json(missing, { status: 404 });
  };
}

const greenhouse = board(
  GREENHOUSE,
  /^\/v1\/boards\/([^/]+)\/jobs$/,
  (openings, url) => ({
    jobs: openings.map(({ id, title, city, department, description = "Come & <i>build</i>" }, index) => ({
      id: 127817 + (id ?? index),
      internal_job_id: 144381 + index,
      title,
      requisition_id: "50",
      language: "en",
      metadata: null,
      first_published: `2026-11-${Math.min(10 + index, 30)}T10:55:28-05:00`,
      updated_at: "2026-11-18T08:00:00-05:00",
      location: { name: city },
      absolute_url: `https://boards.greenhouse.io/acmerobotics/jobs/${127817 + (id ?? index)}`,
      ...(url.searchParams.get("content") === "true" && {
        content: encoded(`<p>${encoded(description)}</p><script>alert(1)</script>`),
        departments: [{ id: 1, name: department, parent_id: null, child_ids: [] }],
        offices: [{ id: 2, name: city, location: city, parent_id: null, child_ids: [] }],
      }),
    })),
    meta: { total: openings.length },
  }),
  { status: 404, error: "Job not found" },
);

const lever = (boards: Record<string, Opening[]>, host: string) =>
  board(
    boards,
    /^\/v0\/postings\/([^/]+)$/,
    (openings, url) => {
      const skip = Number(url.searchParams.get("skip") ?? 0);
      const limit = Number(url.searchParams.get("limit") ?? 100);
      return openings.slice(skip, skip + limit).map(({ id, title, city, department }, index) => ({
        id: `aaaa-${id ?? skip + index + 1}`,
        text: title,
        country: "DE",
        descriptionPlain: "We build.",
        lists: [],
        categories: { location: city, commitment: "Full-time", team: "Team", department, allLocations: [city] },
        hostedUrl: `https://jobs.${host}/leverhouse/aaaa-${skip + index + 1}`,
        applyUrl: `https://jobs.${host}/leverhouse/aaaa-${skip + index + 1}/apply`,
        workplaceType: "hybrid",
        createdAt: 1762770000000,
      }));
    },
    { ok: false, error: "Document not found" },
  );

const ashby = board(
  ASHBY,
  /^\/posting-api\/job-board\/([^/]+)$/,
  (openings) => ({
    apiVersion: "1",
    jobs: [...openings, { title: "Secret Project Lead", city: "Nowhere", department: "Stealth" }].map(
      (opening, index) => ({
        id: `bbbb-${opening.id ?? index + 1}`,
        title: opening.title,
        department: opening.department,
        team: "EMEA",
        employmentType: "FullTime",
        location: opening.city,
        isRemote: false,
        workplaceType: "Hybrid",
        publishedAt: "2026-11-10T10:00:00.000+00:00",
        isListed: index < openings.length,
        jobUrl: `https://jobs.ashbyhq.com/Ashby%20House/bbbb-${index + 1}`,
        applyUrl: `https://jobs.ashbyhq.com/Ashby%20House/bbbb-${index + 1}/application`,
        descriptionPlain: "Text",
      }),
    ),
  }),
  "Not Found",
);

const workableWidget = board(
  WORKABLE,
  /^\/api\/v1\/widget\/accounts\/([^/]+)$/,
  (openings) => ({
    name: "Workable House",
    description: null,
    jobs: openings.map(({ title, city, department }, index) => ({
      title,
      shortcode: `ABC12${index}`,
      code: "",
      employment_type: "Full-time",
      telecommuting: false,
      department,
      url: `https://apply.workable.com/j/ABC12${index}`,
      shortlink: `https://apply.workable.com/j/ABC12${index}`,
      application_url: `https://apply.workable.com/j/ABC12${index}/apply`,
      published_on: "2026-11-10",
      created_at: "2026-11-09",
      country: "Germany",
      city,
      state: "Saxony",
    })),
  }),
  { error: "Not found" },
);

const toWidget: Handler = (_request, url) => {
  const token = /^\/api\/accounts\/([^/]+)$/.exec(url.pathname)?.[1] ?? "";
  const error = ERRORS[token];
  if (error) return error();
  const location = `https://apply.workable.com/api/v1/widget/accounts/${token}${url.search}`;
  return new Response(null, { status: 302, headers: { Location: location } });
};

/** A site of a home page and a careers page, which is where the board is linked. */
function hiring(name: string, path: string, careers: string): Handler {
  return (_request, url) => {
    if (url.pathname === "/") return html(`<title>${name}</title><h1>${name}</h1><a href="${path}">We are hiring!</a>`);
    return decodeURIComponent(url.pathname) === path
      ? html(`<title>Jobs</title><h1>Work with us</h1>${careers}`)
      : html("nothing", 404);
  };
}

function linked(href: string): string {
  return `<p>See <a href="${href}">our open positions</a>.</p>`;
}

const POSTING = {
  "@context": "https://schema.org",
  "@type": "JobPosting",
  title: "Gardener",
  datePosted: "2026-11-01",
  jobLocation: {
    "@type": "Place",
    address: { "@type": "PostalAddress", addressLocality: "Graz", addressCountry: "AT" },
  },
};
const POSTINGS = [
  { ...POSTING, url: "#gardener", identifier: { "@type": "PropertyValue", value: 7 }, validThrough: "2099-01-01" },
  { ...POSTING, title: "Last year's gardener", validThrough: "2025-01-01" },
  {
    ...POSTING,
    title: "Somebody else's gardener",
    hiringOrganization: { name: "Other Park", sameAs: "https://other-park.example/" },
  },
];
const POSTED = `<script type="application/ld+json">${JSON.stringify(POSTINGS)}</script>`;

export const jobBoardHosts: Hosts = {
  "boards-api.greenhouse.io": greenhouse,
  "api.lever.co": lever(LEVER, "lever.co"),
  "api.eu.lever.co": lever(LEVER_EU, "eu.lever.co"),
  "api.ashbyhq.com": ashby,
  "www.workable.com": toWidget,
  "apply.workable.com": workableWidget,
};

export const hiringHosts: Hosts = {
  "lever-house.example": hiring("Lever House", "/karriere", linked("https://jobs.lever.co/leverhouse")),
  "lever-europe.example": hiring("Lever Europe", "/nous-rejoindre", linked("https://jobs.eu.lever.co/levereurope/")),
  "ashby-house.example": hiring(
    "Ashby House",
    "/about/jobs",
    `<script src="https://jobs.ashbyhq.com/Ashby%20House/embed"></script>`,
  ),
  "workable-house.example": hiring("Workable House", "/採用", linked("https://apply.workable.com/wkbl-77/")),
  "framed-board.example": hiring(
    "Framed",
    "/careers",
    `<iframe src="https://boards.greenhouse.io/embed/job_board?b=x&amp;for=tk8842"></iframe>`,
  ),
  "empty-desk.example": hiring("Empty Desk", "/careers", linked("https://job-boards.greenhouse.io/empty-desk")),
  "strange-board.example": hiring("Quarry & Sons", "/careers", linked("https://jobs.lever.co/some-agency")),
  "gone-board.example": hiring("Gone Board", "/careers", linked("https://boards.greenhouse.io/goneboard")),
  "posted-jobs.example": hiring(
    "Posted Park",
    "/vacatures",
    `${linked("https://boards.greenhouse.io/boardbroken")}${POSTED}`,
  ),
  "board-limited.example": hiring("Board Limited", "/jobs", linked("https://boards.greenhouse.io/boardlimited")),
  "board-broken.example": hiring("Board Broken", "/jobs", linked("https://jobs.lever.co/boardbroken")),
  "board-nonsense.example": hiring("Board Nonsense", "/jobs", linked("https://jobs.ashbyhq.com/boardnonsense")),
  "board-redirect.example": hiring("Board Redirect", "/jobs", linked("https://apply.workable.com/boardredirect/")),
  "no-careers.example": (_request, url) => (url.pathname === "/" ? html("<h1>Nobody wanted</h1>") : html("no", 404)),
};
