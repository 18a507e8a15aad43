/** The English name of a country from Cloudflare's code: ISO 3166-1, `XX` unknown, `T1` the Tor network. Null when unknown. */
export function countryName(code: string | null): string | null {
  if (code === "T1") return "the Tor network";
  // Anything else that is not two letters would make `of` throw.
  if (code === null || code === "XX" || !/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames("en", { type: "region" }).of(code) ?? null;
}
