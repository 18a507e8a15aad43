type Reply = { id: string | number; parent_id: string | number | null; deleted: boolean };

/** Replies left out: how many (null when the source does not say) and the calls that fetch them. */
export type More = { count: number | null; next: Record<string, unknown>[] };

export type Replied<T> = T & { depth: number; replies: Replied<T>[]; more: More | null };

/** Replies that the source left out. Without ids, the source says only that there are more. */
export type Stub = { parentId: string | number | null; count: number; ids: string[] };

type Id = string | number | null;

type Bounds = {
  /** Replies in the whole answer. */
  limit: number;
  /** Levels of replies. */
  depth: number;
  /** Bodies of the calls that fetch replies to `parentId` beyond the first `shown`; `ids` are the known ones. */
  callsFor(parentId: Id, ids: string[], shown: number): Record<string, unknown>[];
};

/**
 * Builds a tree of at most `limit` replies and `depth` levels from a flat list in the source's order, nearest to the root
 * first. Replies left out are reported at their parent. A deleted reply stays only if it has replies. A reply whose parent is
 * not in the list is a root.
 */
export function replyTree<T extends Reply>(items: T[], stubs: Stub[], { limit, depth, callsFor }: Bounds) {
  const known = new Map<Id, T>(items.map((item) => [item.id, item]));
  const parentOf = (id: Id) => (id !== null && known.has(id) ? id : null);
  const children = Map.groupBy(known.values(), (item) => parentOf(item.parent_id));
  const left = Map.groupBy(stubs, (stub) => parentOf(stub.parentId));

  const isAlive = (item: T): boolean => !item.deleted || left.has(item.id) || childrenOf(item.id).length > 0;
  const alive = new Map<Id, T[]>();
  function childrenOf(id: Id): T[] {
    const found = alive.get(id) ?? (children.get(id) ?? []).filter(isAlive);
    alive.set(id, found);
    return found;
  }

  const kept = new Set<Id>();
  let level = childrenOf(null);
  for (let at = 0; at < depth && level.length > 0; at++) {
    for (const item of level.slice(0, limit - kept.size)) kept.add(item.id);
    level = level.filter((item) => kept.has(item.id)).flatMap((item) => childrenOf(item.id));
  }

  /** Replies under `id` that are not deleted, `id` included. */
  const size = (id: Id): number => {
    const own = (known.get(id)?.deleted === false ? 1 : 0) + stubCount(left.get(id));
    return childrenOf(id).reduce((sum, child) => sum + size(child.id), own);
  };

  function moreOf(id: Id): More | null {
    const here = childrenOf(id);
    const cut = here.filter((item) => !kept.has(item.id));
    const open = left.get(id) ?? [];
    if (cut.length === 0 && open.length === 0) return null;
    const count = cut.reduce((sum, item) => sum + size(item.id), stubCount(open));
    const ids = [...cut.map((item) => String(item.id)), ...open.flatMap((stub) => stub.ids)];
    return { count: count || null, next: callsFor(id, ids, here.length - cut.length) };
  }

  const replied = (item: T, at: number): Replied<T> => ({
    ...item,
    depth: at,
    replies: shownUnder(item.id, at + 1),
    more: moreOf(item.id),
  });
  function shownUnder(id: Id, at: number): Replied<T>[] {
    return childrenOf(id)
      .filter((item) => kept.has(item.id))
      .map((item) => replied(item, at));
  }
  return { replies: shownUnder(null, 0), more: moreOf(null) };
}

function stubCount(stubs: Stub[] = []): number {
  return stubs.reduce((sum, stub) => sum + Math.max(stub.count, stub.ids.length), 0);
}
