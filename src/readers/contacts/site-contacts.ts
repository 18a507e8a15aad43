import type { LegalPageKind } from "../legal/legal-page.ts";
import { findAddresses } from "./find-addresses.ts";
import { firstLabelledPhone, isPhone } from "./stated-facts.ts";

/** `text` is what concerns the owner, in lines; `tel` the numbers that it links. */
export type OwnText = { kind: LegalPageKind; url: string; text: string; tel: string[] };

export type Contacts = {
  address: { text: string; city: string | null; country: string | null; url: string } | null;
  phone: { text: string; url: string } | null;
};

const INTERNATIONAL = /(?<![\d+])(?:\+|00)[1-9]\d{0,3}[ ()./-]{0,3}\d[\d ()./-]{5,16}\d(?!\d)/g;
const FAX = /fax\p{L}{0,8}[\s:.]{0,4}$/iu;

/** The first address and labelled phone of an imprint, elsewhere the only ones; not those of terms and privacy. */
export function contactsOf(pages: OwnText[]): Contacts {
  const imprints = pages.filter(({ kind }) => kind === "imprint");
  const open = pages.filter(({ kind }) => kind === "home" || kind === "about" || kind === "imprint");
  const addresses = (from: OwnText[]) =>
    from.flatMap(({ text, url }) => findAddresses(text).map((found) => ({ ...found, url })));
  const address = addresses(imprints)[0] ?? only(addresses(open), ({ key }) => key);
  return {
    address: address && { text: address.text, city: address.city, country: address.country, url: address.url },
    phone: labelled(imprints)[0] ?? only(labelled(open), phoneKey) ?? only(open.flatMap(international), phoneKey),
  };
}

function labelled(pages: OwnText[]): { text: string; url: string }[] {
  return pages.flatMap(({ text, url }) => {
    const phone = firstLabelledPhone(text);
    return phone ? [{ text: phone, url }] : [];
  });
}

function international({ text, tel, url }: OwnText): { text: string; url: string }[] {
  const written = [...text.matchAll(INTERNATIONAL).take(20)]
    .filter(({ index }) => !FAX.test(text.slice(Math.max(0, index - 15), index)))
    .map(([phone]) => phone);
  return [...written, ...tel].filter(isPhone).map((phone) => ({ text: phone.trim(), url }));
}

/** The only one among several mentions. */
function only<T>(found: T[], key: (one: T) => string): T | null {
  return new Set(found.map(key)).size === 1 ? (found[0] ?? null) : null;
}

function phoneKey({ text }: { text: string }): string {
  return text.replace(/\D/g, "").slice(-8);
}
