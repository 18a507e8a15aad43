import type { Handler, Hosts } from "./index.ts";
import { newsHosts } from "./news.ts";

/** The search API of Hacker News in its documented shape, over a few stories and one discussion. */
type Hit = Record<string, unknown>;

const START_SECONDS = 1_762_768_800;
const HANG_MS = 45_000;
const MAX_HITS = 1_000;

function story(id: number, fields: Hit = {}): Hit {
  const seconds = START_SECONDS + id * 60;
  return {
    objectID: String(id),
    title: `Story ${id}`,
    url: `https://news.example/${id}`,
    author: "user1",
    points: 10,
    num_comments: 3,
    created_at: new Date(seconds * 1000).toISOString(),
    created_at_i: seconds,
    story_text: null,
    comment_text: null,
    _tags: ["story", "author_user1", `story_${id}`],
    ...fields,
  };
}

const HITS: Hit[] = [
  story(1, { title: "Acme Robotics shows an arm", url: "https://www.acme-robotics.example/" }),
  story(2, {
    title: "Ask HN: which robot arm?",
    url: null,
    author: "user2",
    _tags: ["story", "ask_hn", "author_user2"],
    story_text:
      'We need one.<p>See <a href="https:&#x2F;&#x2F;acme-robotics.example&#x2F;arm" rel="nofollow">https:&#x2F;&#x2F;acme-rob...</a>\u202e &amp; more',
  }),
  story(3, {
    title: null,
    url: null,
    points: null,
    num_comments: null,
    story_title: "Acme Robotics shows an arm",
    story_id: 1,
    parent_id: 1,
    comment_text: "<i>Nice</i> arm",
    _tags: ["comment", "author_user1", "story_1"],
  }),
  story(4, { title: null, url: null, story_text: "[flagged]" }),
  ...Array.from({ length: 1_100 }, (_, index) => story(1_000 + index, { title: `Widget ${index}` })),
];

function comment(id: number, parent: number, text: string | null, children: Hit[] = []): Hit {
  const created_at = new Date((START_SECONDS + id * 60) * 1000).toISOString();
  const author = text === null ? null : "user2";
  return {
    id,
    created_at,
    author,
    type: "comment",
    title: null,
    url: null,
    text,
    points: null,
    parent_id: parent,
    story_id: 1,
    children,
  };
}

const DISCUSSION = {
  id: 1,
  created_at: "2025-11-10T10:01:00.000Z",
  author: "user1",
  type: "story",
  title: "Acme Robotics shows an arm",
  url: "https://www.acme-robotics.example/",
  text: null,
  points: 10,
  parent_id: null,
  story_id: 1,
  children: [
    comment(11, 1, "First<p>Second paragraph", [comment(12, 11, "Reply", [comment(13, 12, "Reply to the reply")])]),
    comment(14, 1, null, [comment(15, 14, "Reply to what is gone")]),
    comment(16, 1, null),
    comment(17, 1, "[flagged]"),
    ...Array.from({ length: 60 }, (_, index) => comment(100 + index, 1, `Comment ${index}`)),
  ],
};

const ODD: Record<string, () => Response | Promise<Response>> = {
  busy: () => new Response("", { status: 429 }),
  busier: () => new Response("", { status: 429, headers: { "Retry-After": "9" } }),
  failing: () => new Response("stack trace: secret-token", { status: 500 }),
  garbage: () => new Response("<html>secret-token</html>"),
  odd: () => Response.json({ hello: "secret-token" }),
  slow: async () => {
    await scheduler.wait(HANG_MS);
    return new Response("late");
  },
};

const search: Handler = async (request, url) => {
  const query = (url.searchParams.get("query") ?? "").toLowerCase();
  const odd = ODD[query];
  if (odd) return odd();
  const limit = Number(url.searchParams.get("hitsPerPage") ?? 20);
  const page = Number(url.searchParams.get("page") ?? 0);
  // Fresh stories about the fictional companies are with the other news; they come only to who asks from a time on.
  const news = await newsHosts[url.hostname]?.(request, url);
  const fresh = (await news?.json<{ hits: Hit[] }>())?.hits ?? [];
  const old = HITS.filter((hit) => matches(hit, query));
  const found = [...fresh, ...old].filter((hit) => isTagged(hit, url) && passes(hit, url));
  if (url.pathname.endsWith("_by_date")) found.sort((a, b) => Number(b.created_at_i) - Number(a.created_at_i));
  const hits = found.slice(0, MAX_HITS).slice(page * limit, (page + 1) * limit);
  const nbPages = Math.ceil(Math.min(found.length, MAX_HITS) / limit);
  return Response.json({ hits, nbHits: found.length, page, nbPages, hitsPerPage: limit });
};

function matches(hit: Hit, query: string): boolean {
  const text = [hit.title, hit.url, hit.story_text, hit.comment_text].join(" ").toLowerCase();
  return query
    .replaceAll('"', "")
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Tags are all wanted, those in brackets one of them. */
function isTagged(hit: Hit, url: URL): boolean {
  const wanted = (url.searchParams.get("tags") ?? "").match(/\([^)]*\)|[^,]+/g) ?? [];
  const tags = hit._tags as string[];
  return wanted.every((tag) =>
    tag
      .replace(/[()]/g, "")
      .split(",")
      .some((one) => tags.includes(one)),
  );
}

function passes(hit: Hit, url: URL): boolean {
  const filters = url.searchParams.get("numericFilters")?.split(",") ?? [];
  return filters.every((filter) => {
    const [, name = "", operator, value] = /^(\w+)(>=|<=|>|<)(\d+)$/.exec(filter) ?? [];
    const difference = Number(hit[name]) - Number(value);
    if (difference === 0) return operator?.endsWith("=") === true;
    return operator?.startsWith(">") ? difference > 0 : difference < 0;
  });
}

function item(id: string): Response {
  if (id === "1") return Response.json(DISCUSSION);
  if (id === "2") return Response.json({ ...DISCUSSION, id: 2, title: null, author: null, children: [] });
  if (id === "500") return new Response("stack trace: secret-token", { status: 500 });
  return Response.json({ status: 404, error: "Not Found" }, { status: 404 });
}

const api: Handler = (request, url) => {
  const [, id] = /^\/api\/v1\/items\/(\d+)$/.exec(url.pathname) ?? [];
  if (id) return item(id);
  const isSearch = /^\/api\/v1\/search(_by_date)?$/.test(url.pathname);
  return isSearch ? search(request, url) : new Response("no such path", { status: 404 });
};

export const hackerNewsHosts: Hosts = { "hn.algolia.com": api };
