import { isLocalName, plainHost } from "../../lib/hosts.ts";
import { record, string } from "../../lib/loose-json.ts";
import type { SitePage } from "../page/document.ts";
import type { Attributes } from "../page/html-tags.ts";
import { decodeEntities } from "../page/html-text.ts";
import { linkedNodes } from "../page/structured-data.ts";
import { patternOf } from "../words/sections.ts";
import { likeness } from "./name-likeness.ts";

const HEAD = 100_000;
/** Pictures of other parties in the same places. */
const NOT_OWN_LOGO = /partner|client|customer|sponsor|payment|footer|award|badge|certif|member|trust|google|facebook/i;

/** From structured data, else the picture called a logo at the top of the page, else its icon. */
export function logoOf(
  { document, facts, url }: SitePage,
  organisations: Record<string, unknown>[],
  names: string[],
): string | null {
  const said = organisations.flatMap((node) => pictureOf(node.logo, facts.jsonLd))[0];
  const icons: { rel: string; href: string }[] = [];
  const pictures: string[] = [];
  let isHomeLink = false;
  for (const piece of document.tags) {
    if (piece.kind === "open" && piece.at > HEAD) break;
    if (piece.kind !== "text" && piece.name === "a")
      isHomeLink = piece.kind === "open" && leadsHome(piece.attributes, url);
    if (piece.kind !== "open" || (piece.name !== "link" && piece.name !== "img")) continue;
    const given = piece.attributes;
    const { rel = "", href = "", src = "" } = given;
    if (piece.name === "link" && /\b(apple-touch-icon|icon)\b/i.test(rel) && href) icons.push({ rel, href });
    const words = [src, given.class, given.id, given.alt].join(" ");
    const isLogo = /logo/i.test(words) && !NOT_OWN_LOGO.test(words);
    const isNamed = likeness((given.alt ?? "").replace(/logo/i, ""), names) !== "other";
    if (
      piece.name === "img" &&
      src &&
      isLogo &&
      (isHomeLink || isNamed || isOwnLogo(src, `${given.class} ${given.id}`, names))
    )
      pictures.push(src);
  }
  const icon = icons.find(({ rel }) => /apple/i.test(rel)) ?? icons[0];
  for (const text of [said, pictures[0], icon?.href]) {
    const logo = text ? URL.parse(decodeEntities(text), facts.base) : null;
    const isPicture = logo && /^https?:$/.test(logo.protocol) && logo.pathname.length > 1 && logo.href !== url.href;
    if (isPicture && !isLocalName(plainHost(logo))) return logo.href;
  }
  return null;
}

function leadsHome(attributes: Attributes, home: URL): boolean {
  const target = URL.parse(attributes.href ?? "\0", home);
  return target?.host === home.host && /^\/(?:index\.\w{3,5})?$/.test(target.pathname);
}

const PLAIN_WORDS = patternOf("PLAIN_WORDS_OF_LOGOS");

/** A picture that its class calls the logo, or whose file is called "logo" or has the site's name: others are customers'. */
function isOwnLogo(src: string, classes: string, names: string[]): boolean {
  const file = src.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  const words = file.split(/[^\p{L}]+/u).filter((word) => word && !PLAIN_WORDS().test(word));
  const isNamed = [...words, words.join("")].some(
    (word) => word.length > 2 && likeness(word.replace(/logo/i, ""), names) !== "other",
  );
  return /logo/i.test(classes) || words.length === 0 || isNamed;
}

/** The address of a picture: itself, of its object, or of the object that a reference names. */
function pictureOf(value: unknown, blocks: unknown[]): string[] {
  return [value].flat().flatMap((item) => {
    if (typeof item === "string") return [item];
    const given = record(item);
    const id = string(given["@id"]);
    const isReference = id !== null && !given.url && !given.contentUrl;
    const whole = isReference
      ? (linkedNodes(blocks).find(({ node }) => node["@id"] === id && (node.url || node.contentUrl))?.node ?? {})
      : given;
    return string(whole.url) ?? string(whole.contentUrl) ?? [];
  });
}
