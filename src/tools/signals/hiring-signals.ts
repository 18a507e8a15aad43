import { fixedTitleFilter } from "../../readers/titles/title-filter.ts";
import { titleFilterInput } from "../fields/title-filter-input.ts";
import { defineDetector } from "./shared/detector.ts";
import { detectHiring, hiringOutput, SALES_REP } from "./shared/hiring.ts";

const READS = "Reads careers pages and job boards as signal_hiring_role does; up to 20 seconds, kept for 6 hours.";
/** Signals whose title filter is fixed. */
const PRESETS = [
  {
    name: "signal_hiring_support",
    title: "Hiring customer support",
    description: `Returns whether the company has an open position in customer support, success, service or care, with those positions. ${READS} Sales support and office support do not count.`,
    domain: "acme-robotics.example",
    filter: fixedTitleFilter(
      '(support OR helpdesk OR "help desk" OR "service desk" OR customer success OR customer service OR customer care OR customer experience OR cx OR kundenservice OR kundenbetreuer) NOT ("sales support" OR "executive support" OR "administrative support" OR "decision support" OR "life support")',
    ),
  },
  {
    name: "signal_hiring_sales_rep",
    title: "Hiring sales representatives",
    description: `Returns whether the company has an open sales position: account executives, SDRs, BDRs, sales representatives, account managers. Sales leadership is a separate signal. ${READS}`,
    domain: "acme-robotics.example",
    filter: SALES_REP,
  },
  {
    name: "signal_hiring_sales_leadership",
    title: "Hiring sales leadership",
    description: `Returns whether the company has an open position that leads sales: CRO, VP, director or head of sales, revenue, partnerships or business development, sales manager. ${READS}`,
    domain: "brightwater.example",
    filter: fixedTitleFilter(
      '((vp OR director OR head OR chief OR president OR leiter) AND (sales OR revenue OR commercial OR partnerships OR "business development" OR vertrieb)) OR cro OR "sales manager" OR vertriebsleiter NOT (assistant OR "sales engineer" OR "sales engineering" OR intern)',
    ),
  },
] as const;

/** Open positions whose titles pass a filter: the caller's own, and fixed ones. */
export const HIRING_SIGNALS = [
  defineDetector({
    name: "signal_hiring_role",
    category: "hiring",
    title: "Hiring for a role",
    description:
      "Returns whether the company has an open position whose title matches a boolean filter, with the matching positions. Reads the company's careers pages and the job board they lead to (Greenhouse, Lever, Ashby, Workable, Personio, Teamtailor and some 20 more, or JSON-LD). Up to 20 seconds for a company not seen before; kept for 6 hours. A board that is recognised but not read gives status partial and the board's name, never `is_detected: false` with status ok.",
    input: { job_title_filters: titleFilterInput },
    output: hiringOutput,
    example: { domain: "acme-robotics.example", job_title_filters: "(account executive OR sales) NOT intern" },
    inputFrom: () => null,
    run: (company, { job_title_filters: filter }) => detectHiring(company, filter),
  }),
  ...PRESETS.map(({ domain, filter, ...names }) =>
    defineDetector({
      ...names,
      category: "hiring",
      input: {},
      output: hiringOutput,
      example: { domain },
      run: (company) => detectHiring(company, filter()),
    }),
  ),
];
