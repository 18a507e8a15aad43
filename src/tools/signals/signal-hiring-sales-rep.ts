import { hiringPreset, SALES_REP } from "./shared/hiring.ts";

export const signalHiringSalesRep = hiringPreset({
  name: "signal_hiring_sales_rep",
  title: "Hiring sales representatives",
  description:
    "Returns whether the company has an open sales position: account executives, SDRs, BDRs, sales representatives, account managers. Sales leadership is a separate signal. Reads careers pages and job boards as signal_hiring_role does; up to 20 seconds, kept for 6 hours.",
  example: { domain: "acme-robotics.example" },
  filter: SALES_REP,
});
