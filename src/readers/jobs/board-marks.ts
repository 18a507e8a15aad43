/**
 * How an address names a tenant of an applicant tracking system: an expression with the tenant in its groups, or a text
 * with `{token}` (letters, digits, `_`, `-`) or `{name}` (also dots, `&`, `+`, `%`) as first label of the host or in
 * segments of the path. `(eu.)?` is as in an expression, `&org=` a parameter of the query; after ` not ` are words that
 * are the vendor's own there, beside those that no system gives to a customer.
 */
export type AddressMark = string | RegExp;

/** First labels of hosts that belong to the vendor and not to a customer. */
const VENDOR_LABELS =
  "www|apps?|apis?|help|support|status|blog|docs?|documentation|developers?|(?:cdn|static|assets)(?:-cdn|\\d)?|media|img|images|fonts|js|scripts?|widgets?|feeds?|careers?|jobs?|info|get|go|try|content|partners?|resources|login|signup|accounts?|sso|marketing|e?mail|security|trust|community|academy|learn|events|hire";
/** Segments of paths that no system gives to a customer: folders of its own, and names of files, such as `embed.js`. */
const VENDOR_PATHS =
  "[._][^/?#]{0,100}|apis?|embed|static|assets|js|img|images|fonts|dist|scripts?|widgets?|cdn-cgi|v\\d|login|signup|[\\w.%-]{1,100}\\.(?:m?js|css|map|json|webmanifest|xml|rss|txt|ico|png|svg|jpe?g|gif|webp|woff2?|ttf|pdf|php|aspx?|html?)";
const SEGMENT_END = "(?:[/?\"'#\\s]|$)";
export const VENDOR_SEGMENT = `(?:${VENDOR_PATHS})${SEGMENT_END}`;

/** The expression of a mark. */
export function expressionOf(mark: AddressMark): RegExp {
  if (typeof mark !== "string") return mark;
  const [address = "", refused = "_"] = mark.split(" not ");
  const [before = "", ...after] = address
    .replaceAll(".", "\\.")
    .replaceAll("(", "(?:")
    .replaceAll("&", `[^"'\\s<>]*?[?&]`)
    .split(/\{(?:token|name)\}/);
  const segment = `(?!(?:${refused})${SEGMENT_END}|${VENDOR_SEGMENT})`;
  const token = `${segment}${address.includes("{name}") ? "([\\w.%&+-]{1,100})" : "([\\w-]{1,100})(?![\\w-]|\\.\\w)"}`;
  const rest = after.join(token);
  return before === ""
    ? new RegExp(`//(?!(?:${VENDOR_LABELS}|${refused})\\.)([a-z0-9][a-z0-9-]{0,62})${rest}(?![\\w.-])`, "i")
    : new RegExp(`\\b${before}${token}${rest}`, "i");
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
