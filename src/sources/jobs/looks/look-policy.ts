import type { Config } from "../../../config.ts";
import { type BoardMark, boardPage } from "../board-reader.ts";
import { BOARDS } from "../boards/index.ts";
import { boardAt } from "../recognise-boards.ts";

/** `daily`: asked by the cron. `on_demand`: only when a call looks at the company. `off`: never. */
export type LookPolicy = "daily" | "on_demand" | "off";

const BY_NAME = new Map(BOARDS.map((board) => [board.name, board]));

/** How often boards of a system are asked at `now` (milliseconds since 1970). */
export function policyOf(system: string, { BOARDS_ON, INDEX_SYSTEMS_OFF }: Config, now: number): LookPolicy {
  const board = BY_NAME.get(system);
  if (!board?.read || INDEX_SYSTEMS_OFF.includes(system)) return "off";
  if (!board.dailyPaceMs) return "on_demand";
  if (board.needsOperator && !BOARDS_ON.includes(system)) return "off";
  return board.dailyUntil && now >= Date.parse(board.dailyUntil) ? "off" : "daily";
}

/** The systems that are asked daily, with their paces. */
export function dailySystems(config: Config, now: number): { system: string; paceMs: number }[] {
  return BOARDS.flatMap(({ name, dailyPaceMs: paceMs }) =>
    paceMs && policyOf(name, config, now) === "daily" ? [{ system: name, paceMs }] : [],
  );
}

/** The board at an address, or with a token of a system; null when the system does not have such boards. */
export function listedBoard({ system, token, url }: { system: string; token: string; url: string }): BoardMark | null {
  const board = BY_NAME.get(system);
  const host = board?.tenantHost?.replace("{token}", token) ?? "";
  const address = url || (board?.dailyPaceMs ? boardPage({ board, ref: { token, host, url } }) : "");
  const parsed = URL.parse(address);
  const mark = parsed && boardAt(parsed);
  if (!mark?.ref.token || (system && mark.board.name !== system)) return null;
  // The pattern of an address may cut a token short, which is then another company's.
  return token && !url && mark.ref.token.toLowerCase() !== token.toLowerCase() ? null : mark;
}
