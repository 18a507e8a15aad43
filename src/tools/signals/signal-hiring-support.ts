import { fixedTitleFilter } from "../../readers/titles/title-filter.ts";
import { hiringPreset } from "./shared/hiring.ts";

export const signalHiringSupport = hiringPreset({
  name: "signal_hiring_support",
  title: "Hiring customer support",
  description:
    "Returns whether the company has an open position in customer support, success, service or care, with those positions. Reads careers pages and job boards as signal_hiring_role does; up to 20 seconds, kept for 6 hours. Sales support and office support do not count.",
  example: { domain: "acme-robotics.example" },
  filter: fixedTitleFilter(
    '(support OR helpdesk OR "help desk" OR "service desk" OR customer success OR customer service OR customer care OR customer experience OR cx OR kundenservice OR kundenbetreuer) NOT ("sales support" OR "executive support" OR "administrative support" OR "decision support" OR "life support")',
  ),
});
