import { plainHost } from "../../lib/hosts.ts";
import { decodeEntities } from "../../text/html-entities.ts";
import type { SitePage } from "../website/site-pages.ts";
import type { Board, BoardRef } from "./board.ts";
import { BOARDS } from "./boards/index.ts";

/** A board that a page names. */
export type BoardMark = {
  board: Board;
  ref: BoardRef;
  /** Loaded by the page as a script or frame, called by its code, or configured in it: not merely linked. */
  isEmbedded: boolean;
  /** The system serves the page's own host. */
  isOwnHost: boolean;
};

const MAX_ADDRESSES = 5_000;
const MAX_BEFORE = 120;
const MAX_AFTER = 600;
const MAX_CONTEXT = 24;
/** Every start of a host label that is followed by a top-level domain; zero-width, so that labels may overlap. */
const LAST_LABELS = /(?<![a-z0-9-])(?=([a-z0-9-]{1,63})\.([a-z]{2,3}|careers)(?![a-z0-9-]))/gi;
const DELIMITER = /[\s"'<>`()[\]{}|^\\,;]/;
const LOADED = /\b(?:src|data-src|data-url)\s*=\s*["']?$/i;
/** An address of a file, not of a page. */
const FILE = /\.(?:m?js|css|png|svg|jpe?g|webp|gif|ico|woff2?|json)(?:[?#]|$)/i;
const IN_ATTRIBUTE = /\b(?:data-[\w-]+|href|src)\s*=\s*["']?$/i;
/** Hosts that only a page's own code calls. */
const API_ADDRESS = /^(?:https?:)?\/\/(?:(?:boards-|js)?api\.|[^/?#]+\/(?:api|embed)\b)/i;

const BY_DOMAIN = new Map<string, Board[]>();
for (const board of BOARDS) {
  for (const domain of [...board.domains, ...(board.assets ?? [])]) {
    BY_DOMAIN.set(domain, [...(BY_DOMAIN.get(domain) ?? []), board]);
  }
}
const EMBEDS = BOARDS.flatMap((board) => (board.embeds ?? []).map((embed) => ({ board, ...embed })));
const LITERALS = new RegExp(
  [...new Set(EMBEDS.map(({ literal }) => literal))].map((text) => RegExp.escape(text)).join("|"),
  "gi",
);

/**
 * Every board that a page links, embeds, names in its scripts, or runs on. Embedded boards first, then those with a known
 * token. Linear in the length of the page: addresses are cut out once, and each pattern sees one short address.
 */
export function recogniseBoards({ page, url }: Pick<SitePage, "page" | "url">): BoardMark[] {
  const text = `${url.href}\n${plainAddresses(page.text)}`;
  const found = new Map<string, BoardMark>();
  const note = (mark: BoardMark) => {
    const key = `${mark.board.name} ${mark.ref.token || mark.ref.host} ${regionOf(mark.ref.host)}`;
    const known = found.get(key);
    if (!known) found.set(key, mark);
    else if (mark.isEmbedded) known.isEmbedded = true;
  };
  const loaded = new Set<Board>();
  let addresses = 0;
  let end = 0;
  for (const match of text.matchAll(LAST_LABELS)) {
    const boards = BY_DOMAIN.get(`${match[1]}.${match[2]}`.toLowerCase().replace(/^(oraclecloud)\d+/, "$1"));
    if (!boards || match.index < end) continue;
    if (++addresses > MAX_ADDRESSES) break;
    const { address, before, stop } = cutAddress(text, match.index);
    if (!address) continue;
    end = Math.max(match.index + 1, Math.min(stop, match.index + MAX_AFTER));
    for (const board of boards) {
      const token = tokenIn(board.marks, address);
      if (token) {
        const isEmbedded = LOADED.test(before) || API_ADDRESS.test(address);
        note({ board, ref: { token, host: hostIn(address), url: absolute(address) }, isEmbedded, isOwnHost: false });
      } else if (
        LOADED.test(before) ||
        FILE.test(address) ||
        board.assets?.some((domain) => address.includes(domain))
      ) {
        loaded.add(board);
      }
    }
  }
  for (const match of text.matchAll(LITERALS)) {
    if (++addresses > MAX_ADDRESSES) break;
    const rest = text.slice(match.index, match.index + MAX_AFTER);
    for (const { board, literal, token } of EMBEDS) {
      if (!rest.toLowerCase().startsWith(literal.toLowerCase())) continue;
      const name = token ? tokenIn([token], rest) : "";
      if (name === null) continue;
      note({ board, ref: { token: name, host: "", url: url.href }, isEmbedded: true, isOwnHost: false });
    }
  }
  for (const board of loaded) {
    const isNamed = [...found.values()].some((mark) => mark.board === board && mark.ref.token);
    if (!board.hasOwnHosts || isNamed) continue;
    note({ board, ref: { token: "", host: plainHost(url), url: url.href }, isEmbedded: false, isOwnHost: true });
  }
  // Drops a system without a token when another mark gave its token.
  const marks = [...found.values()];
  const named = new Set(marks.filter(({ ref }) => ref.token).map(({ board }) => board));
  return marks
    .filter(({ board, ref, isOwnHost }) => ref.token || isOwnHost || !named.has(board))
    .sort((a, b) => rank(a) - rank(b));
}

function rank({ isEmbedded, isOwnHost, ref }: BoardMark): number {
  return (isEmbedded || isOwnHost ? 0 : 2) + (ref.token || isOwnHost ? 0 : 1);
}

/** Resolves entities, JSON escapes and percent-encoded separators, so that addresses read as addresses. */
function plainAddresses(html: string): string {
  return decodeEntities(html)
    .replace(/\\u002f|\\\/|%2f/gi, "/")
    .replace(/\\u0026/gi, "&")
    .replace(/%3a/gi, ":");
}

/** The address around `at`, what is written before it, and where it ends. Empty for the host of a mail address. */
function cutAddress(text: string, at: number): { address: string; before: string; stop: number } {
  let start = at;
  while (start > 0 && at - start < MAX_BEFORE && !DELIMITER.test(text.charAt(start - 1))) start--;
  let stop = at;
  while (stop < text.length && stop - at < MAX_AFTER && !DELIMITER.test(text.charAt(stop))) stop++;
  const before = text.slice(Math.max(0, start - MAX_CONTEXT), start);
  let address = text.slice(start, stop);
  const scheme = address.lastIndexOf("//", at - start);
  if (scheme > 0) address = address.slice(scheme);
  else if (scheme < 0) {
    // `data-domain=acme.bamboohr.com` without quotes is one piece.
    const value = address.lastIndexOf("=", at - start);
    const isValue = value >= 0 || IN_ATTRIBUTE.test(before);
    address = address.slice(value + 1);
    if (address.slice(0, at - start).includes("@")) return { address: "", before, stop };
    if (isValue) address = `//${address}`;
  }
  const loaded = scheme > 0 ? `${before}${text.slice(start, start + scheme)}`.replace(/https?:$/i, "") : before;
  return { address, before: loaded.slice(-MAX_CONTEXT), stop };
}

function tokenIn(patterns: RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    const groups = match?.slice(1).filter(Boolean) ?? [];
    const token = groups.join("/").replace(/(?<![.&])[.&]+$/, "");
    if (token && !/^(?:robots|sitemap|favicon|undefined|null|index)(?:\.\w+)?$/i.test(token)) return token;
  }
  return null;
}

function absolute(address: string): string {
  return `https:${address.startsWith("//") ? "" : "//"}${address}`;
}

function hostIn(address: string): string {
  return /^(?:\/\/)?([^/?#:]+)/.exec(address)?.[1]?.toLowerCase() ?? "";
}

/** The same token may belong to two firms in two regions. */
function regionOf(host: string): string {
  return /(?:^|\.)(eu|na|au|ca)\./.exec(host)?.[1] ?? "";
}
