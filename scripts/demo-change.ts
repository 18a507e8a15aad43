/**
 * `POST /dev/change {domain?}` of `npm start`: a demo company opens a position, and its watches look at once, then those of searches, so
 * that a real `jobs.opened` or `search.matched` arrives within 90 seconds. No deployment has it.
 */
const DEFAULT_DOMAIN = "acme-robotics.example";
const RETRY_SECONDS = 5;

/** Whether every watch of its jobs or of a search has had its first look, which is its baseline, and no look at it is under way; null without a watch. */
const IS_READY = `SELECT min(h.looked_at IS NOT NULL AND h.looked_at >= s.added_at AND d.attempts = 0) AS isReady
  FROM watch_subscriptions s JOIN watches w ON w.id = s.watch_id JOIN watched_domains d ON d.domain = s.domain
  LEFT JOIN watch_heads h ON h.domain = s.domain AND h.kind = iif(w.search_json IS NULL, 'jobs', 'search')
  WHERE w.state = 'active'
    AND (w.search_json IS NOT NULL OR (s.domain = ? AND instr(w.events_json, '"jobs.opened"') > 0))`;
/** A site is not looked at twice in a short time, also for a new watch. */
const LOOK_NOW = "UPDATE watched_domains SET due_at = 0 WHERE domain = ? AND attempts = 0";
/** Without a watch of its own the company is looked at as if a signal tool had asked, which tells the index. */
const LOOK_ALSO = `INSERT INTO watched_domains (domain, base_url, asked_at, due_at) VALUES (?1, ?2, ?3, ?3)
  ON CONFLICT (domain) DO UPDATE SET asked_at = ?3, due_at = ?3 WHERE attempts = 0`;
/** When the index has the position of the look that starts now. */
const INDEXED_AFTER_MS = 20_000;
const LOOK_AT_SEARCHES = "UPDATE watched_domains SET due_at = ? WHERE domain LIKE 'search:%' AND attempts = 0";
/** A pending change makes the next look read the company, or ask the index, although the last look is recent. */
const READ_ANEW = `INSERT INTO watch_heads (domain, kind, version, is_pending) VALUES (?, 'jobs', 0, 1)
  ON CONFLICT (domain, kind) DO UPDATE SET is_pending = 1`;
const ASK_ANEW = "UPDATE watch_heads SET is_pending = 1 WHERE kind = 'search'";

type Local = {
  db: D1Database;
  /** Asks the demo internet. */
  internet(url: string, init: { method: string }): Promise<{ ok: boolean; json(): Promise<unknown> }>;
  /** Runs the cron, which starts looks that are due. */
  runCron(): Promise<unknown>;
};
type Asked = { method: string; headers: Pick<Headers, "get">; text(): Promise<string> };
type Outcome = { demo: "opened" | "wait" | "no_watch" | "unknown"; status: number; answer: object };

/** Answers a program with JSON, and the form of a console page by leading back to it. `url` is the server's. */
export async function changePage(url: string, local: Local, request: Asked): Promise<Response> {
  const origin = request.headers.get("origin");
  if (request.method !== "POST" || (origin && origin !== url))
    return new Response("POST from this site", { status: 403 });
  const text = await request.text();
  // `curl -d '{…}'` calls its JSON a form.
  const isForm =
    request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") && !text.startsWith("{");
  const { domain = DEFAULT_DOMAIN } = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || "{}");
  const { demo, status, answer } = await changeCompany(local, url, domain);
  const from = URL.parse(request.headers.get("referer") ?? "");
  if (isForm && from?.origin === url) {
    return new Response(null, { status: 303, headers: { Location: `${from.pathname}?demo=${demo}` } });
  }
  return Response.json(answer, { status, headers: demo === "wait" ? { "Retry-After": String(RETRY_SECONDS) } : {} });
}

async function changeCompany({ db, internet, runCron }: Local, url: string, domain: string): Promise<Outcome> {
  const isReady = await db.prepare(IS_READY).bind(domain).first<number | null>("isReady");
  if (isReady === null)
    return refused(
      "no_watch",
      409,
      `No active watch is of a search, or reports jobs.opened of ${domain}. Make one first.`,
    );
  if (!isReady) {
    await db.prepare(LOOK_NOW).bind(domain).run();
    await runCron();
    return refused("wait", 503, `The first look of a watch is under way. Try again in a few seconds.`);
  }
  const changed = await internet(`http://changes.internet.example/${encodeURIComponent(domain)}`, { method: "POST" });
  if (!changed.ok) return refused("unknown", 404, `${domain} is not a demo company that can change.`);
  const now = Date.now();
  await db.batch([
    db.prepare(READ_ANEW).bind(domain),
    db.prepare(ASK_ANEW),
    db.prepare(LOOK_ALSO).bind(domain, url, now),
    db.prepare(LOOK_AT_SEARCHES).bind(now + INDEXED_AFTER_MS),
  ]);
  await runCron();
  return { demo: "opened", status: 200, answer: (await changed.json()) as object };
}

function refused(demo: Outcome["demo"], status: number, detail: string): Outcome {
  return { demo, status, answer: { error: demo, detail } };
}
