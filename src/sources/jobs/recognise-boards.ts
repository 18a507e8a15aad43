import { plainHost } from "../../lib/hosts.ts";
import { domainsOf, expressionOf } from "../../readers/jobs/board-marks.ts";
import type { BoardRef } from "../../readers/jobs/job.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { decodeEntities } from "../../readers/page/html-text.ts";
import { type Board, type BoardMark, isOnOwnHost } from "./board.ts";
import { API_BOARDS } from "./boards/apis.ts";
import { PAGE_BOARDS } from "./boards/page-boards.ts";
import { RECOGNISED } from "./boards/recognised.ts";
import { TENANT_BOARDS } from "./boards/tenants.ts";

/** Every applicant tracking system that this service knows. */
export const BOARDS: readonly Board[] = [...API_BOARDS, ...TENANT_BOARDS, ...PAGE_BOARDS, ...RECOGNISED];

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
const EXPRESSIONS = new Map(BOARDS.map((board) => [board, board.marks.map(expressionOf)]));
for (const board of BOARDS) {
  const domains = [...board.marks.flatMap(domainsOf), ...(board.domains ?? []), ...(board.ownHosts ?? [])];
  for (const domain of new Set(domains)) BY_DOMAIN.set(domain, [...(BY_DOMAIN.get(domain) ?? []), board]);
}
const EMBEDS = BOARDS.flatMap((board) => (board.embeds ?? []).map((embed) => ({ board, ...embed })));
const LITERALS = new RegExp(EMBEDS.map(({ literal }) => RegExp.escape(literal)).join("|"), "gi");

/** Every board that a page links, embeds, names in scripts or runs on; embedded ones first. Linear in the page. */
export function recogniseBoards({ page, url }: Pick<SitePage, "page" | "url">): BoardMark[] {
  const text = `${url.href}\n${plainAddresses(page.text)}`;
  const { marks, loaded } = addressedBoards(text);
  const found = new Map<string, BoardMark>();
  for (const mark of [...marks, ...embeddedBoards(text, url)]) {
    const key = `${mark.board.name} ${storedToken(mark.ref) || mark.ref.host}`;
    const known = found.get(key);
    if (!known) found.set(key, mark);
    else if (mark.isEmbedded) known.isEmbedded = true;
  }
  // A board that another mark names by its token is neither the page's own host nor a board without a token.
  const named = new Set([...found.values()].filter(({ ref }) => ref.token).map(({ board }) => board));
  const ownRef = { token: "", host: plainHost(url), url: url.href };
  const own = [...loaded].filter((board) => board.ownHosts && !named.has(board));
  return [
    ...[...found.values()].filter(({ board, ref }) => ref.token || !named.has(board)),
    ...own.map((board) => ({ board, ref: ownRef, isEmbedded: false })),
  ].sort((a, b) => rank(a) - rank(b));
}

/** The board that one address names; null when it names none, or no token. */
export function boardAt(url: URL): BoardMark | null {
  return addressedBoards(`"${url.href}"`).marks[0] ?? null;
}

/** The boards that addresses in a text name, and those of which it loads files. */
function addressedBoards(text: string): { marks: BoardMark[]; loaded: Set<Board> } {
  const marks: BoardMark[] = [];
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
    const isLoaded = LOADED.test(before);
    for (const board of boards) {
      const token = tokenIn(EXPRESSIONS.get(board) ?? [], address);
      if (token) {
        const url = `https:${address.startsWith("//") ? "" : "//"}${address}`;
        const ref = { token, host: /^https:\/\/([^/?#:]+)/.exec(url)?.[1]?.toLowerCase() ?? "", url };
        marks.push({ board, ref, isEmbedded: isLoaded || API_ADDRESS.test(address) });
      } else if (isLoaded || FILE.test(address) || board.ownHosts?.some((domain) => address.includes(domain))) {
        loaded.add(board);
      }
    }
  }
  return { marks, loaded };
}

/** The boards whose embeds a text holds. */
function embeddedBoards(text: string, url: URL): BoardMark[] {
  return [...text.matchAll(LITERALS).take(MAX_ADDRESSES)].flatMap(({ index }) => {
    const rest = text.slice(index, index + MAX_AFTER);
    return EMBEDS.flatMap(({ board, literal, token }): BoardMark[] => {
      if (!rest.toLowerCase().startsWith(literal.toLowerCase())) return [];
      const name = token ? tokenIn([token], rest) : "";
      return name === null ? [] : [{ board, ref: { token: name, host: "", url: url.href }, isEmbedded: true }];
    });
  });
}

function rank({ isEmbedded, ref }: BoardMark): number {
  return (isEmbedded || isOnOwnHost(ref) ? 0 : 2) + (ref.token || ref.host ? 0 : 1);
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
  const leading = text.slice(Math.max(0, at - MAX_BEFORE), at);
  const head = leading.split(DELIMITER).at(-1) ?? "";
  const [tail = ""] = text.slice(at, at + MAX_AFTER).split(DELIMITER, 1);
  const start = at - head.length;
  const stop = at + tail.length;
  const scheme = head.lastIndexOf("//");
  const lead = text.slice(Math.max(0, start - MAX_CONTEXT), start) + head.slice(0, Math.max(0, scheme));
  const before = lead.replace(/https?:$/i, "").slice(-MAX_CONTEXT);
  // The end of a sentence is not part of an address; in an attribute every character is.
  const end = /["']/.test(text.charAt(stop)) ? tail : tail.replace(/(?<![.&])[.&]+$/, "");
  if (scheme >= 0) return { address: head.slice(scheme) + end, before, stop };
  // `data-domain=acme.bamboohr.com` without quotes is one piece.
  const value = head.lastIndexOf("=");
  const host = head.slice(value + 1);
  if (host.includes("@")) return { address: "", before, stop };
  return { address: `${value >= 0 || IN_ATTRIBUTE.test(lead) ? "//" : ""}${host}${end}`, before, stop };
}

function tokenIn(patterns: RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const token = pattern.exec(text)?.slice(1).filter(Boolean).join("/");
    if (token && !/^(?:undefined|null|index)$/i.test(token)) return token;
  }
  return null;
}

/** The token under which a board is stored: one that several regions may have, for two firms, says its region. */
export function storedToken({ token, host }: BoardRef): string {
  const [, region] = /(?:^|\.)(eu|na|au|ca)\./.exec(host) ?? [];
  return region ? `${region}:${token}` : token;
}
