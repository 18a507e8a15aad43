import { isoTime } from "../../../lib/ids.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { QueryContext } from "../../../platform/outbound/context.ts";
import { type Snapshot, takeSnapshot } from "../../../sources/companies/snapshots.ts";

const WINDOW_DAYS = 30;
const MAX_IDS = 2_000;
const MAX_ID_LENGTH = 100;

/** Records which positions are open now, and counts the changes since earlier looks of this service. */
export async function recordOpenPositions(context: QueryContext, domain: string, ids: string[]) {
  const open = ids
    .slice(0, MAX_IDS)
    .map((id) => id.slice(0, MAX_ID_LENGTH))
    .sort();
  const about = { domain, kind: "open_positions", windowDays: WINDOW_DAYS };
  const { history, isBaseline } = await takeSnapshot<string[]>(context, about, open);
  return { changes: countChanges(history, Date.now()), isBaseline };
}

/** Positions that opened and closed, null without an earlier look. Pure. `history`: the open ones from each moment on, oldest first. */
export function countChanges(history: Snapshot<string[]>[], now: number) {
  const within = (days: number) => {
    const [first] = history;
    // A single look within the window is a baseline without a comparison.
    if (!first || (history.length === 1 && first.observedAt > now - days * DAY_MS))
      return { opened: null, closed: null };
    const opened = new Set<string>();
    const closed = new Set<string>();
    for (const [index, { data, observedAt }] of history.entries()) {
      const before = history[index - 1];
      if (!before || observedAt <= now - days * DAY_MS) continue;
      const [was, is] = [new Set(before.data), new Set(data)];
      for (const id of data) if (!was.has(id)) opened.add(id);
      for (const id of before.data) if (!is.has(id)) closed.add(id);
    }
    // A position that is open again was not closed.
    for (const id of history.at(-1)?.data ?? []) closed.delete(id);
    return { opened: opened.size, closed: closed.size };
  };
  const [week, month] = [within(7), within(30)];
  return {
    opened: { last_7_days: week.opened, last_30_days: month.opened },
    closed: { last_7_days: week.closed, last_30_days: month.closed },
    /** The first look in the comparison. If the window began earlier, the counts begin here. */
    compared_since: isoTime(history[0]?.observedAt ?? now),
  };
}
