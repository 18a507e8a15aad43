import * as z from "zod";
import { isoTime } from "../../lib/ids.ts";
import { changesBetween, lastSnapshot, takeSnapshot, type WebsiteSnapshot } from "../../sources/companies/snapshots.ts";
import { leftFor } from "../../sources/website/site-pages.ts";
import { list } from "../tool.ts";
import { defineDetector } from "./shared/detector.ts";

const WINDOW_DAYS = 30;
const KIND = "website";

export const signalWebsiteChange = defineDetector({
  name: "signal_website_change",
  category: "website",
  title: "Website changed",
  description: `Returns whether the company's site changed in the last ${WINDOW_DAYS} days: title, main headline,
    navigation, pricing plans or content management system, each with before and after. Compares with this service's
    earlier snapshots: the first call for a domain stores a baseline and returns reason baseline_created; after that
    the domain is checked once a day while the signal is in use. Only these facts are stored, never a page. Up to 20
    seconds.`,
  input: {},
  output: {
    window_days: z.int().describe("Maximum age of a change in days"),
    changes: list("Changes, newest first", {
      field: z.enum(["title", "headline", "navigation", "plans", "generator"]),
      before: z.unknown(),
      after: z.unknown(),
      changed_at: z.string().describe("When the change was first seen"),
    }),
  },
  example: { domain: "changing.example" },
  comparesLooks: true,
  async run(company) {
    const site = await company.website();
    if ("reason" in site) {
      const data = { window_days: WINDOW_DAYS, changes: [] };
      return { summary: "The site could not be looked at.", data, reason: site.reason };
    }
    const { home, snapshot: seen, isComplete } = site;
    const last = await lastSnapshot<WebsiteSnapshot>(company.context, company.domain, KIND);
    // An unreadable pricing page does not count as changed.
    const present = { ...seen, plans: seen.plans ?? last?.plans ?? null };
    const about = { domain: company.domain, kind: KIND, windowDays: WINDOW_DAYS };
    const { history, isBaseline } = await takeSnapshot(company.context, about, present);
    const changes = history.toReversed().flatMap((after, index, latestFirst) => {
      const before = latestFirst[index + 1];
      const changed_at = isoTime(after.observedAt);
      return before ? changesBetween(before.data, after.data).map((change) => ({ ...change, changed_at })) : [];
    });
    const isDetected = changes.length > 0;
    const elsewhere = leftFor(company.domain, home) ? "; the domain leads to another one" : "";
    const unchanged = isBaseline ? "First look: there is nothing to compare with yet." : `Nothing changed${elsewhere}.`;
    return {
      isDetected,
      strength: Math.min(1, changes.length * 0.35),
      source: isDetected ? "own_site" : null,
      confidence: isDetected ? 0.9 : 0,
      summary: isDetected ? `Changed: ${[...new Set(changes.map(({ field }) => field))].join(", ")}.` : unchanged,
      data: { window_days: WINDOW_DAYS, changes },
      evidence: [{ url: home.url.href, kind: "home_page" }],
      reason: isBaseline ? "baseline_created" : null,
      incomplete: isComplete ? [] : [{ source: "own_site", reason: "site_not_read" }],
    };
  },
});
