/** First labels of hosts, and path segments, that belong to the vendor and not to a customer. */
const VENDOR_LABELS =
  "www|apps?|apis?|help|support|status|blog|docs?|documentation|developers?|cdn|static|assets|media|img|images|feeds?|careers?|jobs?|info|get|go|try|content|partners?|resources|login|signup|accounts?|marketing|e?mail|security|trust|community|academy|learn|events|hire";
const SEGMENT_END = "(?:[/?\"'#\\s]|$)";

/** The first label of `//{token}.host`, unless it is one of the vendor's own. `host` is a regular expression. */
export function subdomainOf(host: string, vendorLabels = "_"): RegExp {
  return new RegExp(`//(?!(?:${VENDOR_LABELS}|${vendorLabels})\\.)([a-z0-9][a-z0-9-]{0,62})\\.${host}(?![\\w.-])`, "i");
}

/** The first segment of the path on `host`, unless it is one of the vendor's own `words`. Both are regular expressions. */
export function segmentAfter(host: string, words: string, token = "[\\w-]{1,100}"): RegExp {
  const refused = `(?:${words}|robots\\.txt|sitemap\\.xml|favicon\\.ico)${SEGMENT_END}`;
  return new RegExp(`\\b${host}/(?!${refused})(${token})`, "i");
}
