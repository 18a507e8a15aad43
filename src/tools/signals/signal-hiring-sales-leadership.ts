import { fixedTitleFilter } from "../../readers/titles/title-filter.ts";
import { hiringPreset } from "./shared/hiring.ts";

export const signalHiringSalesLeadership = hiringPreset({
  name: "signal_hiring_sales_leadership",
  title: "Hiring sales leadership",
  description:
    "Returns whether the company has an open position that leads sales: CRO, VP, director or head of sales, revenue, partnerships or business development, sales manager. Reads careers pages and job boards as signal_hiring_role does; up to 20 seconds, kept for 6 hours.",
  example: { domain: "brightwater.example" },
  filter: fixedTitleFilter(
    '((vp OR director OR head OR chief OR president OR leiter) AND (sales OR revenue OR commercial OR partnerships OR "business development" OR vertrieb)) OR cro OR "sales manager" OR vertriebsleiter NOT (assistant OR "sales engineer" OR "sales engineering" OR intern)',
  ),
});
