import { lazy } from "./lazy.ts";

function formatter(options: Intl.NumberFormatOptions): (value: number) => string {
  // Making one costs about a millisecond.
  const format = lazy(() => new Intl.NumberFormat("en", options));
  return (value) => format().format(value).replace("-", "−");
}

/** `1,234,567`; a negative number has a minus sign (U+2212). */
export const formatCount = formatter({});

/** The same with its sign, also when positive: `+1,234`. */
export const formatChange = formatter({ signDisplay: "exceptZero" });

/** `1.2K`, for the axis of a chart. */
export const formatShort = formatter({ notation: "compact", maximumFractionDigits: 1 });

const formatDollars = formatter({ style: "currency", currency: "USD" });

/** Cents as `$1,234.50`. */
export function formatCents(cents: number): string {
  return formatDollars(cents / 100);
}
