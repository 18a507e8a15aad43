import type { Page } from "../../platform/outbound/page.ts";
import { readAttributes } from "./html-tags.ts";

const HEAD_LENGTH = 100_000;

/**
 * True when a page keeps itself out of data mining: `noai` in robots meta or header, or a reservation of rights by the TDM
 * Reservation Protocol (w3.org/community/reports/tdmrep). People are not read from such a page.
 */
export function optsOut({ headers, text }: Page): boolean {
  if (headers.get("tdm-reservation")?.trim() === "1" || saysNoAi(headers.get("X-Robots-Tag") ?? "")) return true;
  return [...text.slice(0, HEAD_LENGTH).matchAll(/<meta\b([^>]*)>/gi)].some(([, attributes = ""]) => {
    const { name = "", content = "" } = readAttributes(attributes);
    if (/^tdm-reservation$/i.test(name)) return content.trim() === "1";
    return /^(robots|[\w-]*bot)$/i.test(name) && saysNoAi(content);
  });
}

function saysNoAi(text: string): boolean {
  return /(^|[\s,:])noai([\s,]|$)/i.test(text);
}
