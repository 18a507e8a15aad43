/** The values of `seniority` and `department`. */

/** Highest first; employees are listed in this order. */
export const SENIORITIES = [
  "owner",
  "founder",
  "c_suite",
  "partner",
  "vp",
  "head",
  "director",
  "manager",
  "senior",
  "entry",
  "intern",
] as const;
export type Seniority = (typeof SENIORITIES)[number];

export const DEPARTMENTS = [
  "customer_support",
  "sales",
  "marketing",
  "product",
  "data",
  "design",
  "information_technology",
  "engineering",
  "research",
  "human_resources",
  "finance",
  "legal",
  "operations",
  "executive",
] as const;
export type Department = (typeof DEPARTMENTS)[number];
