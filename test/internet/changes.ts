import { COMPANIES } from "./companies.ts";
import type { Hosts } from "./index.ts";

/**
 * `POST http://changes.internet.example/{domain}` opens a position at a demo company, on its site and board, until the demo internet
 * starts anew. Its title is new each time, so that it is not the repost of an earlier one.
 */
export const changeHosts: Hosts = {
  "changes.internet.example": (request, { pathname }) => {
    const company = COMPANIES.find(({ domain }) => domain === pathname.slice(1));
    if (request.method !== "POST" || !company) return new Response("no such demo company", { status: 404 });
    const id = Date.now();
    const title = `Service Engineer, Area ${Math.floor(id / 1000) % 100_000}`;
    company.jobs.push({ id, title, city: company.city, department: "Service" });
    return Response.json({ domain: company.domain, title });
  },
};
