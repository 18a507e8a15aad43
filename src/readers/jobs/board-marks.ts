/**
 * How an address names a tenant of an applicant tracking system. A text is an address with the tenant in it: `{token}` (letters,
 * digits, `_`, `-`) or `{name}` (also dots, `&`, `+` and percent-escapes), as the first label of the host or as a segment of the
 * path, or in several. `(eu.)?` and `(de|com)` mean what they do in an expression, `&org=` a parameter of the query, and after
 * ` not ` are words that are the vendor's own there.
 * An expression has the tenant in its groups.
 */
export type AddressMark = string | RegExp;

/** First labels of hosts that belong to the vendor and not to a customer. */
const VENDOR_LABELS =
  "www|apps?|apis?|help|support|status|blog|docs?|documentation|developers?|cdn|static|assets|media|img|images|feeds?|careers?|jobs?|info|get|go|try|content|partners?|resources|login|signup|accounts?|marketing|e?mail|security|trust|community|academy|learn|events|hire";
const VENDOR_FILES = "robots\\.txt|sitemap\\.xml|favicon\\.ico";
const SEGMENT_END = "(?:[/?\"'#\\s]|$)";

/** The expression of a mark. */
export function expressionOf(mark: AddressMark): RegExp {
  if (typeof mark !== "string") return mark;
  const [address = "", refused = "_"] = mark.split(" not ");
  const [before = "", ...after] = address
    .replaceAll(".", "\\.")
    .replaceAll("(", "(?:")
    .replaceAll("&", `[^"'\\s<>]*?[?&]`)
    .split(/\{(?:token|name)\}/);
  const token = address.includes("{name}") ? "([\\w.%&+-]{1,100})" : "([\\w-]{1,100})";
  const rest = after.join(token);
  return before === ""
    ? new RegExp(`//(?!(?:${VENDOR_LABELS}|${refused})\\.)([a-z0-9][a-z0-9-]{0,62})${rest}(?![\\w.-])`, "i")
    : new RegExp(`\\b${before}(?!(?:${refused}|${VENDOR_FILES})${SEGMENT_END})${token}${rest}`, "i");
}

/** The last two labels of the hosts that a written mark stands for; none for an expression. */
export function domainsOf(mark: AddressMark): string[] {
  if (typeof mark !== "string") return [];
  const [host = ""] = mark.split(/\/| not /, 1);
  const [, label, ends = ""] = /(?<![\w-])([\w-]+)\.(\([^)]{0,200}\)|\w{1,40})$/.exec(host) ?? [];
  return ends
    .replace(/[()]/g, "")
    .split("|")
    .map((end) => `${label}.${end.split(".")[0]}`);
}
