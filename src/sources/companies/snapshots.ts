import { DAY_MS } from "../../lib/time.ts";
import { type Row, sql } from "../../platform/database.ts";
import { type QueryContext, requireWork, type SourceContext } from "../../platform/outbound/context.ts";
import { outboundFor } from "../../platform/outbound/outbound.ts";
import type { snapshots } from "../../platform/schema.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { readPlans } from "../../readers/company/pricing-plans.ts";
import type { SitePage } from "../../readers/page/document.ts";
import { readResources } from "../../readers/page/page-resources.ts";
import { plainText } from "../../readers/page/plain-text.ts";
import { openLinked } from "../website/site-pages.ts";

/** A state from `observedAt` (milliseconds since 1970) until the next snapshot. */
export type Snapshot<T> = { data: T; observedAt: number };

const MAX_SNAPSHOTS = 100;
const OF_THIS = "domain = @domain AND kind = @kind";

/** Stores a state that differs; returns those of the last `windowDays`, oldest first. One is the baseline. */
export async function takeSnapshot<T>(
  context: QueryContext,
  { domain, kind, windowDays }: { domain: string; kind: string; windowDays: number },
  data: T,
): Promise<{ history: Snapshot<T>[]; isBaseline: boolean }> {
  requireWork(context, 3);
  const db = context.env.DB;
  const now = Date.now();
  const dataJson = JSON.stringify(data);
  const values = { domain, kind, now, dataJson, digest: await sha256Hex(dataJson), since: now - windowDays * DAY_MS };
  const windowStart = `coalesce((SELECT max(observed_at) FROM snapshots WHERE ${OF_THIS} AND observed_at <= @since), 0)`;
  const [insert, select] = await db.batch<Pick<Row<typeof snapshots>, "dataJson" | "observedAt">>([
    sql(
      db,
      `INSERT INTO snapshots (domain, kind, observed_at, digest, data_json) SELECT @domain, @kind, @now, @digest, @dataJson
       WHERE (SELECT digest FROM snapshots WHERE ${OF_THIS} ORDER BY observed_at DESC LIMIT 1) IS NOT @digest
       ON CONFLICT DO NOTHING`,
      values,
    ),
    sql(
      db,
      `SELECT data_json AS dataJson, observed_at AS observedAt FROM snapshots WHERE ${OF_THIS} AND observed_at >= ${windowStart}
       ORDER BY observed_at DESC LIMIT ${MAX_SNAPSHOTS}`,
      values,
    ),
    sql(db, `DELETE FROM snapshots WHERE ${OF_THIS} AND observed_at < ${windowStart}`, values),
  ]);
  const rows = (select?.results ?? []).toReversed();
  const history = rows.map((row) => ({ data: JSON.parse(row.dataJson) as T, observedAt: row.observedAt }));
  return { history, isBaseline: history.length === 1 && insert?.meta.changes === 1 };
}

/** The last stored state, or null before the first look. */
export async function lastSnapshot<T>(context: QueryContext, domain: string, kind: string): Promise<T | null> {
  requireWork(context);
  const find = `SELECT data_json AS dataJson FROM snapshots WHERE ${OF_THIS} ORDER BY observed_at DESC LIMIT 1`;
  const row = await sql(context.env.DB, find, { domain, kind }).first<Pick<Row<typeof snapshots>, "dataJson">>();
  return row && JSON.parse(row.dataJson);
}

/** What two looks at a site compare. `plans` is null without a readable pricing page. */
export type WebsiteSnapshot = Awaited<ReturnType<typeof readWebsiteSnapshot>>["snapshot"];

const MAX_TITLE_LENGTH = 200;

/** The facts of the home page and of the pricing page that it links, if any, and whether the home page was read to its end. Never throws. */
export async function readWebsiteSnapshot(context: SourceContext, home: SitePage) {
  const pricing = await openLinked(outboundFor(context), home, ["prices"]);
  const plans = pricing && !pricing.page.truncated ? readPlans(pricing.document) : null;
  const { headline, navigation, generator } = readResources(home.document);
  const snapshot = { title: plainText(home.facts.title, MAX_TITLE_LENGTH), headline, navigation, plans, generator };
  return { snapshot, isComplete: home.document.isComplete && !home.page.truncated };
}

/** The differences, field by field; plans only when both looks have read them. */
export function changesBetween(before: WebsiteSnapshot, after: WebsiteSnapshot) {
  const fields = ["title", "headline", "navigation", "plans", "generator"] as const;
  return fields.flatMap((field) => {
    if (field === "plans" && (!before.plans || !after.plans)) return [];
    const isSame = JSON.stringify(before[field]) === JSON.stringify(after[field]);
    return isSame ? [] : [{ field, before: before[field], after: after[field] }];
  });
}
