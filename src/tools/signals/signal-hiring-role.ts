import { titleFilterInput } from "../fields/title-filter-input.ts";
import { defineDetector } from "./shared/detector.ts";
import { detectHiring, hiringOutput } from "./shared/hiring.ts";

export const signalHiringRole = defineDetector({
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
});
