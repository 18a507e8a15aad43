import type { Handler, Hosts } from "./index.ts";
import { ARM_COMMENTS, ARM_POST, ROBOTICS_POSTS, rawComment, rawPost, type Thing } from "./reddit-data.ts";

/**
 * Reddit's token endpoint and API in their documented shapes. A client's id says how it is treated: `refused`, `odd`,
 * `down`, `silent`, `busy` at the token endpoint; `stale` (its first token has been revoked), `unwelcome` (every token is),
 * `metered-{n}` (n calls a window) at the API. Names of subreddits and users say the rest.
 */
const HANG_MS = 45_000;
const WINDOW_SECONDS = 291;
const UNAUTHORIZED = { message: "Unauthorized", error: 401 };

/** Calls by token, and tokens by client. */
const calls = new Map<string, number>();
const issued = new Map<string, number>();

const hang = async () => {
  await scheduler.wait(HANG_MS);
  return new Response("late");
};

const tokenEndpoint: Handler = async (request, url) => {
  if (url.pathname !== "/api/v1/access_token") return new Response("a page for people", { status: 403 });
  const [id = "", secret = ""] = atob(request.headers.get("Authorization")?.replace("Basic ", "") ?? "").split(":");
  const form = await request.formData();
  const isGrant = request.method === "POST" && form.get("grant_type") === "client_credentials";
  if (!isGrant || !isDescriptive(request)) return Response.json({ error: "unsupported_grant_type" });
  if (!secret || id.startsWith("refused")) return Response.json(UNAUTHORIZED, { status: 401 });
  if (id.startsWith("odd")) return Response.json({ error: "unsupported_grant_type" });
  if (id.startsWith("down")) return new Response("stack trace: secret-token", { status: 500 });
  if (id.startsWith("busy")) return new Response("", { status: 429, headers: { "Retry-After": "17" } });
  if (id.startsWith("silent")) return hang();
  const count = (issued.get(id) ?? 0) + 1;
  issued.set(id, count);
  // Long enough that calls which arrive together all ask for it.
  await scheduler.wait(50);
  return Response.json({ access_token: `tok.${id}.${count}`, token_type: "bearer", expires_in: 3600, scope: "*" });
};

const api: Handler = async (request, url) => {
  const token = /^bearer (tok\..+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  const [, id = "", number = ""] = token.split(".");
  const isRevoked = (id.startsWith("stale") && number === "1") || id.startsWith("unwelcome");
  if (!token || isRevoked) return Response.json(UNAUTHORIZED, { status: 401 });
  if (!isDescriptive(request)) return new Response("generic agents are throttled", { status: 429 });
  const used = (calls.get(token) ?? 0) + 1;
  calls.set(token, used);
  const quota = Number(/^metered-(\d+)/.exec(id)?.[1] ?? 600);
  const answer = request.method === "POST" ? await moreChildren(request) : await pageOf(url);
  if (answer instanceof Response) return answer;
  const json = JSON.stringify(answer);
  const isRaw = request.method === "POST" || url.searchParams.get("raw_json") === "1";
  return new Response(isRaw ? json : json.replaceAll("&", "&amp;").replaceAll("<", "&lt;"), {
    headers: {
      "Content-Type": "application/json; charset=UTF-8",
      "x-ratelimit-used": String(used),
      "x-ratelimit-remaining": `${quota - used}.0`,
      "x-ratelimit-reset": String(WINDOW_SECONDS),
    },
  });
};

function isDescriptive(request: Request): boolean {
  return /^\S+:\S+:\S+ \(by .+\)$/.test(request.headers.get("User-Agent") ?? "");
}

function refusal(status: number, reason?: string): Response {
  return Response.json({ message: status === 403 ? "Forbidden" : "Not Found", error: status, reason }, { status });
}

/** Subreddits and users that answer in a way of their own. */
const ODD: Record<string, () => Response | Promise<Response>> = {
  private_place: () => refusal(403, "private"),
  silent_private: () => refusal(403),
  quarantined_place: () => refusal(403, "quarantined"),
  banned_place: () => refusal(404, "banned"),
  nowhere: () => refusal(404),
  lost_place: () =>
    new Response(null, {
      status: 302,
      headers: { Location: "https://oauth.reddit.com/subreddits/search?q=lost_place" },
    }),
  leads_away: () => new Response(null, { status: 302, headers: { Location: "http://169.254.169.254/" } }),
  failing_place: () => new Response("stack trace: secret-token", { status: 500 }),
  garbage_place: () => new Response("{not json: secret-token"),
  html_place: () => new Response("<html>secret-token</html>", { headers: { "Content-Type": "text/html" } }),
  blocking_place: () => new Response("<html>secret-token: whoa there</html>", { status: 403 }),
  odd_place: () => Response.json({ hello: "secret-token" }),
  busy_place: () => new Response("", { status: 429, headers: { "Retry-After": "7" } }),
  busy_silent_place: () => new Response("", { status: 429 }),
  slow_place: hang,
  suspended_writer: () => refusal(403),
  nobody_writes: () => refusal(404),
};

const SUBREDDITS: Thing[] = [
  {
    id: "2qh1",
    name: "t5_2qh1",
    display_name: "robotics",
    title: "Robotics",
    public_description: "All of it",
    subscribers: 1000,
    accounts_active: 12,
    active_user_count: 12,
    created_utc: 1_200_000_000,
    over18: false,
    lang: "en",
    subreddit_type: "public",
    submission_type: "any",
    url: "/r/robotics/",
    quarantine: false,
  },
  // Search results may have no more than this.
  {
    display_name: "robotarms",
    subscribers: 10,
    over18: true,
    url: "/r/robotarms/",
    title: "Arms",
    public_description: "",
  },
];

const RULES = [
  {
    kind: "all",
    short_name: "Be kind",
    description: "Or leave.",
    violation_reason: "Rude",
    created_utc: 1,
    priority: 0,
  },
  { kind: "link", short_name: "No ads", description: "", violation_reason: "Ad", created_utc: 1, priority: 1 },
];

const USERS: Record<string, Thing> = {
  user1: {
    id: "u1",
    name: "user1",
    created_utc: 1_500_000_000,
    link_karma: 10,
    comment_karma: 20,
    total_karma: 30,
    is_gold: false,
    is_mod: false,
    is_employee: false,
    verified: true,
    has_verified_email: true,
    subreddit: { public_description: "I build arms." },
  },
  suspended_user: { name: "suspended_user", is_suspended: true },
};

async function pageOf(url: URL): Promise<unknown> {
  const [, kind = "", name = "", what = "", detail = ""] = url.pathname.split("/");
  const odd = ODD[name];
  if (odd) return odd();
  const query = (url.searchParams.get("q") ?? "").toLowerCase();
  const matching = (post: Thing) => `${post.title} ${post.selftext}`.toLowerCase().includes(query);
  switch (kind) {
    case "search":
      return listing(url, ROBOTICS_POSTS.filter(matching).map(thing("t3")));
    case "subreddits":
      return listing(url, SUBREDDITS.filter((found) => String(found.display_name).includes(query)).map(thing("t5")));
    case "comments":
      return thread(name);
    case "user":
      return userPage(url, name, what);
  }
  if (what === "about" && detail === "rules") {
    return name === "robotics"
      ? { rules: RULES, site_rules: [], site_rules_flow: [] }
      : new Response("", { status: 500 });
  }
  if (what === "about") return thing("t5")({ ...SUBREDDITS[0], display_name: name });
  if (name !== "robotics") return listing(url, []);
  return listing(url, (what === "search" ? ROBOTICS_POSTS.filter(matching) : ROBOTICS_POSTS).map(thing("t3")));
}

function userPage(url: URL, name: string, what: string): unknown {
  const user = USERS[name];
  if (!user) return refusal(404);
  if (what === "about") return thing("t2")(user);
  const posts = ROBOTICS_POSTS.filter((post) => post.author === name).map(thing("t3"));
  const comments = ARM_COMMENTS.filter((comment) => comment.author === name).map(thing("t1"));
  return listing(url, { overview: [...comments, ...posts], submitted: posts, comments }[what] ?? []);
}

function thread(id: string): unknown {
  if (id === "gone2") return [page([thing("t3")(rawPost("gone2", { removed_by_category: "moderator" }))]), page([])];
  if (id !== "abc123") return refusal(404);
  const under = (parent: string): Thing[] =>
    ARM_COMMENTS.filter((comment) => comment.parent_id === parent).map((comment) => {
      const replies: Thing[] = [
        ...under(`t1_${comment.id}`),
        ...(comment.id === "c3" ? [more("_", 0, "t1_c3", [])] : []),
      ];
      return thing("t1")({ ...comment, replies: replies.length > 0 ? page(replies) : "" });
    });
  return [page([thing("t3")(ARM_POST)]), page([...under("t3_abc123"), more("c9", 2, "t3_abc123", ["c9", "c10"])])];
}

async function moreChildren(request: Request): Promise<unknown> {
  const form = await request.formData();
  const ids = form.get("children")?.toString().split(",") ?? [];
  if (form.get("api_type") !== "json" || form.get("link_id") !== "t3_abc123") return refusal(403);
  const things = [
    ...ids.map((id) => thing("t1")(rawComment(id))),
    thing("t1")(rawComment("c11", { parent_id: `t1_${ids[0]}` })),
    more("c12", 3, "t1_c11", ["c12", "c13", "c14"]),
  ];
  return { json: { errors: [], data: { things } } };
}

function thing(kind: string) {
  return (data: Thing): Thing => ({ kind, data });
}

function more(id: string, count: number, parent: string, children: string[]): Thing {
  return thing("more")({ count, name: `t1_${id}`, id, parent_id: parent, depth: 0, children });
}

function page(children: Thing[], after: string | null = null): Thing {
  const data = { after, before: null, dist: children.length, modhash: "", geo_filter: "", children };
  return { kind: "Listing", data };
}

/** A page of `limit` things behind the one called `after`. */
function listing(url: URL, things: Thing[]): unknown {
  const after = url.searchParams.get("after");
  if (after === "t3_notacursor")
    return Response.json({ fields: ["after"], message: "Bad Request", error: 400 }, { status: 400 });
  const names = things.map(({ data }) => String((data as Thing).name));
  const start = after ? names.indexOf(after) + 1 : 0;
  const end = start + Number(url.searchParams.get("limit") ?? 25);
  return page(things.slice(start, end), end < things.length ? (names[end - 1] ?? null) : null);
}

export const redditHosts: Hosts = { "www.reddit.com": tokenEndpoint, "oauth.reddit.com": api };
