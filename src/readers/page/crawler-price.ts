/** No page costs more; a higher price is a mistake. */
const MAX_PRICE_USD = 1_000;

/** What a site asks or charged for a page, in US dollars (Cloudflare's pay per crawl); null where none can be read. */
export function readCrawlerPrice(headers: Headers, name = "crawler-price"): number | null {
  const [, amount = ""] = /^\s*USD\s+(\d{1,7}(?:\.\d{1,9})?)\s*$/i.exec(headers.get(name) ?? "") ?? [];
  const price = Number(amount);
  return amount !== "" && price <= MAX_PRICE_USD ? price : null;
}
