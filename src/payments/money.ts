import * as z from "zod";

/** An amount of US dollars in whole cents, as tools take it. */
export const usd = z.number().multipleOf(0.01);

export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}

export function dollarsOf(cents: number): number {
  return cents / 100;
}
