const DANGEROUS = /^[=@\t\r\n\uff1d\uff20]/;
const SIGNED = /^[+\-\uff0b\uff0d]/;
const NUMBER_OR_PHONE = /^[+-]?[\d\s().,/-]{1,40}$/;

/** One line of CSV (RFC 4180, CRLF). Text that a spreadsheet would run as a formula gets an apostrophe. */
export function csvLine(values: unknown[]): string {
  return `${values.map(cell).join(",")}\r\n`;
}

/** Removes the apostrophe that {@link csvLine} adds. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && harmless(text.slice(1)) === text ? text.slice(1) : text;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text =
    typeof value === "string" ? harmless(value) : typeof value === "object" ? JSON.stringify(value) : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  return DANGEROUS.test(text) || (SIGNED.test(text) && !NUMBER_OR_PHONE.test(text)) ? `'${text}` : text;
}
