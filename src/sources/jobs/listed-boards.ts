/** Boards as lists and the index name them: by system and token, or by an address. */
import * as z from "zod";
import type { Config } from "../../config.ts";
import { addBoards, type SeededBoard } from "../../index/board-schedule.ts";
import { normaliseDomain, registrableDomain } from "../../readers/words/company-domain.ts";
import { type BoardMark, boardPage } from "./board.ts";
import { BOARDS, boardAt, storedToken } from "./recognise-boards.ts";

const BY_NAME = new Map(BOARDS.map((board) => [board.name, board]));

/** How often boards of a system are asked at `now` (milliseconds since 1970). */
export function policyOf(system: string, { BOARDS_ON, INDEX_SYSTEMS_OFF }: Config, now: number): SeededBoard["policy"] {
  const board = BY_NAME.get(system);
  if (!board?.list || INDEX_SYSTEMS_OFF.includes(system)) return "off";
  if (board.onDemand) return "on_demand";
  if (board.needsOperator && !BOARDS_ON.includes(system)) return "off";
  return board.dailyUntil && now >= Date.parse(board.dailyUntil) ? "off" : "daily";
}

/** The systems that are asked daily, with their paces. */
export function dailySystems(config: Config, now: number): { system: string; paceMs: number }[] {
  return BOARDS.flatMap(({ name, dailyPaceMs: paceMs = 1_000 }) =>
    policyOf(name, config, now) === "daily" ? [{ system: name, paceMs }] : [],
  );
}

/** The board at an address, or with a token of a system; null when the system does not have such boards. */
export function listedBoard({ system, token, url }: { system: string; token: string; url: string }): BoardMark | null {
  const board = BY_NAME.get(system);
  const host = board?.tenantHost?.replace("{token}", token) ?? "";
  const address = url || (board && !board.onDemand ? boardPage({ board, ref: { token, host, url } }) : "");
  const parsed = URL.parse(address);
  const mark = parsed && boardAt(parsed);
  if (!mark?.ref.token || (system && mark.board.name !== system)) return null;
  // The pattern of an address may cut a token short, which is then another company's.
  return token && !url && mark.ref.token.toLowerCase() !== token.toLowerCase() ? null : mark;
}

/** A line of a list. What it does not say is empty. */
const listed = z.object({
  line: z.int(),
  system: z.string().max(40),
  token: z.string().max(200),
  name: z.string().max(200),
  domain: z.string().max(300),
  url: z.string().max(500),
});
type Line = z.output<typeof listed>;
export const boardList = z.array(listed).min(1).max(2_000);

/** Takes boards into the index ({@link addBoards}). Returns also how many lines have each policy, and what is wrong with others. */
export async function seedBoards(db: D1Database, config: Config, lines: Line[], now: number) {
  const policies = { daily: 0, on_demand: 0, off: 0 };
  const errors: { line: number; message: string }[] = [];
  const boards: SeededBoard[] = [];
  for (const line of lines) {
    const board = readLine(line, config, now);
    if (typeof board === "string") errors.push({ line: line.line, message: board });
    else {
      policies[board.policy]++;
      boards.push(board);
    }
  }
  return { ...(await addBoards(db, boards, now)), policies, errors };
}

/** The board of a line, or what is wrong with its line. */
function readLine(line: Line, config: Config, now: number): SeededBoard | string {
  const mark = listedBoard(line);
  if (!mark) {
    if (!line.url && !BOARDS.some(({ name }) => name === line.system))
      return `${JSON.stringify(line.system)} is not a system with job boards that is known here`;
    const what = line.url || `${line.system}, ${line.token}`;
    return `${JSON.stringify(what)} is not the address or token of a board that can be asked`;
  }
  const { name: system, list } = mark.board;
  if (!list) return `${system} has no list that is meant for reading`;
  const domain = line.domain ? normaliseDomain(line.domain) : null;
  if (domain?.status === "refused") return `${JSON.stringify(line.domain)} is not a domain`;
  const token = storedToken(mark.ref);
  const isPlain = listedBoard({ system, token, url: "" })?.ref.host === mark.ref.host;
  return {
    system,
    token,
    url: isPlain ? null : mark.ref.url,
    name: line.name || null,
    domain: domain ? registrableDomain(domain.domain) : null,
    policy: policyOf(system, config, now),
  };
}
