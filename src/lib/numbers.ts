/** Formatters are built on first use: each costs about a millisecond at start-up. */
function lazily(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat("en", options);
    return format.format(value).replace("-", "−");
  };
}

/** `1,234,567`; a negative number has a minus sign (U+2212). */
export const formatCount = lazily({});

/** The same with its sign, also when positive: `+1,234`. */
export const formatChange = lazily({ signDisplay: "exceptZero" });

/** `1.2K`, for the axis of a chart. */
export const formatShort = lazily({ notation: "compact", maximumFractionDigits: 1 });

const formatDollars = lazily({ style: "currency", currency: "USD" });

/** Cents as `$1,234.50`. */
export function formatCents(cents: number): string {
  return formatDollars(cents / 100);
}
