/** Where a request came from, as Cloudflare saw it: `CF-Connecting-IP`, and the country by ISO 3166-1. */
export type ClientAddress = { readonly ip: string | null; readonly country: string | null };
