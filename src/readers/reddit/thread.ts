import { nodesAt, record, string } from "../../lib/loose-json.ts";
import { replyTree, type Stub } from "../../lib/reply-tree.ts";
import { COMMENT, type Comment } from "./reddit-things.ts";

/** Reddit itself nests about ten levels; deeper ones are not read. */
const MAX_DEPTH = 100;
/** `/api/morechildren` accepts this many ids in one call. */
export const MORE_CHILDREN = 100;
const MAX_CALLS = 10;

type Thread = { comments: Comment[]; stubs: Stub[] };

/** Comments and `more` stubs of a listing, flat and in order. `replies` is `""` or a Listing. */
export function readThread(children: unknown[], depth = 0): Thread {
  const comments: Comment[] = [];
  const stubs: Stub[] = [];
  for (const child of depth < MAX_DEPTH ? children : []) {
    const { kind, data } = record(child);
    const thing = record(data);
    if (kind === "more") stubs.push(stubOf(thing));
    const comment = kind === "t1" ? COMMENT.read(thing) : null;
    if (!comment) continue;
    comments.push(comment);
    const below = readThread(nodesAt(thing, "replies.data.children[]"), depth + 1);
    comments.push(...below.comments);
    stubs.push(...below.stubs);
  }
  return { comments, stubs };
}

/** The requested tree. Where replies are left out, it has the bodies of the `get_reddit_post` calls that fetch them. */
export function threadOf({ comments, stubs }: Thread, asked: { postId: string; limit: number; depth: number }) {
  const { replies, more } = replyTree(comments, stubs, {
    limit: asked.limit,
    depth: asked.depth,
    callsFor(parentId, ids) {
      if (ids.length === 0) return parentId === null ? [] : [{ post_id: asked.postId, comment_id: parentId }];
      return Array.from({ length: Math.min(MAX_CALLS, Math.ceil(ids.length / MORE_CHILDREN)) }, (_, call) => {
        return { post_id: asked.postId, more_children: ids.slice(call * MORE_CHILDREN, (call + 1) * MORE_CHILDREN) };
      });
    },
  });
  return { comments: replies, more };
}

function stubOf(thing: Record<string, unknown>): Stub {
  const parent = string(thing.parent_id) ?? "";
  const ids = Array.isArray(thing.children) ? thing.children : [];
  return {
    parentId: parent.startsWith("t1_") ? parent.slice(3) : null,
    count: typeof thing.count === "number" ? thing.count : 0,
    ids: ids.filter((id): id is string => typeof id === "string" && /^[0-9a-z]{1,10}$/.test(id)),
  };
}
