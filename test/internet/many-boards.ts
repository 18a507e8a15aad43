import type { Hosts } from "./index.ts";
import type { Opening } from "./job-boards.ts";

/**
 * Any number of boards at the vendors' interfaces, by their tokens: `many-12` has jobs that change from day to day, `many-gone-3` is
 * not there, and others are broken, slow or refuse.
 */
let day = 0;
let isRefusing = false;

const TITLES = ["Account Executive", "Platform Engineer", "Controller", "Customer Success Manager", "Buyer", "Nurse"];
const CITIES = ["Berlin", "Oslo", "Lyon", "Porto", "Gdansk"];
/** Longer than a request may take in tests. */
const SLOW_MS = 50_000;

const TROUBLE: Record<string, () => Response | Promise<Response>> = {
  gone: () => new Response("no such board", { status: 404 }),
  broken: () => new Response("stack trace", { status: 500 }),
  nonsense: () => new Response("<h1>Maintenance</h1>", { headers: { "Content-Type": "text/html" } }),
  moved: () => new Response(null, { status: 302, headers: { Location: "https://vendor.example/login" } }),
  slow: () => new Promise((answer) => setTimeout(() => answer(new Response("[]")), SLOW_MS)),
  refusing: () => (isRefusing ? new Response("slow down", { status: 429 }) : Response.json([])),
};

/** On each day the first jobs of every tenth board are closed, and as many have come up. */
export function madeUpBoard(token: string) {
  const [, kind, number] = /^many-(?:([a-z]+)-)?(\d+)$/.exec(token) ?? [];
  if (number === undefined) return null;
  const trouble = kind && TROUBLE[kind];
  if (trouble) return { answer: trouble, openings: [], etag: "" };
  const board = Number(number);
  const moved = board % 10 === 0 ? day : 0;
  const count = 1 + (board % 5);
  const openings = Array.from({ length: count }, (_, index): Opening => {
    const id = moved + index;
    const description = `<p>Role ${id} of company ${board}. Your contact: Nora Lindqvist, nora@many.example, +49 30 1234567.</p>`;
    return {
      id,
      title: `${TITLES[(board + id) % TITLES.length]} ${id}`,
      city: CITIES[board % CITIES.length] ?? "",
      department: "Team",
      description,
    };
  });
  return { answer: null, openings, etag: `"${board}-${moved}"` };
}

/** The answer with its validator, or 304. */
export function notModified(request: Request, etag: string, body: unknown): Response {
  if (request.headers.get("If-None-Match") === etag)
    return new Response(null, { status: 304, headers: { ETag: etag } });
  return Response.json(body, { headers: { ETag: etag } });
}

export const manyBoardHosts: Hosts = {
  /** `POST /?day=2&refusing=true`: what tests set. */
  "many-boards.internet.example": (_request, url) => {
    day = Number(url.searchParams.get("day") ?? 0);
    isRefusing = url.searchParams.get("refusing") === "true";
    return new Response("ok");
  },
};
