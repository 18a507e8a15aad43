import { documentOf, type FetchedPage } from "./document.ts";

/** True when a page opts out of data mining: `noai`, or a reservation of TDMRep (w3.org/community/reports/tdmrep). */
export function optsOut(page: FetchedPage): boolean {
  const { headers } = page;
  if (headers.get("tdm-reservation")?.trim() === "1" || saysNoAi(headers.get("X-Robots-Tag") ?? "")) return true;
  for (const tag of documentOf(page).tags) {
    if (tag.kind !== "open" || tag.name !== "meta") continue;
    const { name = "", content = "" } = tag.attributes;
    if (/^tdm-reservation$/i.test(name) && content.trim() === "1") return true;
    if (/^(robots|[\w-]*bot)$/i.test(name) && saysNoAi(content)) return true;
  }
  return false;
}

function saysNoAi(text: string): boolean {
  return /(^|[\s,:])noai([\s,]|$)/i.test(text);
}
