import { desc, gte } from "drizzle-orm";
import { timePrefix } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { containsTerms, foldTerms } from "../lib/search-words.ts";
import { DAY_MS } from "../lib/time.ts";
import { drizzle, sql } from "../platform/database.ts";
import { batches } from "../platform/schema.ts";

/** Results are kept for 30 days after a batch's end, which comes within a day of its start. */
const KEPT_DAYS = 32;
/** The most batches that one request searches. People on the suppression list are withheld from results in any case. */
const MAX_BATCHES = 1_000;
const AT_ONCE = 25;

/** Finds, or erases, the lines of batches that contain all terms of a list. Logs batches that cannot be reached. */
export async function searchBatches(env: Env, termLists: string[][], erases: boolean, now: number): Promise<number> {
  const folded = foldTerms(termLists);
  const find = drizzle(env.DB)
    .select({ id: batches.id })
    .from(batches)
    .where(gte(batches.id, `batch_${timePrefix(now - KEPT_DAYS * DAY_MS)}`))
    .orderBy(desc(batches.id))
    .limit(MAX_BATCHES);
  const results = await find.all();
  let lines = 0;
  const search = async (id: string) => {
    const batch = env.BATCHES.getByName(id);
    for (let from: number | null = 0; from !== null; ) {
      const page: { found: number; next: number | null } = await batch.searchPerson(folded, from, erases);
      lines += page.found;
      from = page.next;
    }
  };
  for (let from = 0; from < results.length; from += AT_ONCE) {
    const searches = results
      .slice(from, from + AT_ONCE)
      .map(({ id }) => search(id).catch((cause: unknown) => log("error", "batch_not_searched", { batch: id, cause })));
    await Promise.all(searches);
  }
  return lines;
}

const PAGE_ROWS = 100;

type Kept = { reference: string; answerJson: string };

/** Deletes stored answers of wallets' calls that contain all terms of a list; repeats are 409. */
export async function eraseWalletAnswers(db: D1Database, termLists: string[][]): Promise<void> {
  const folded = foldTerms(termLists);
  // The unary plus makes SQLite use the primary key's order; with the other index it would sort again for each page.
  const find = `SELECT reference, answer_json AS answerJson FROM machine_payments
    WHERE reference > @after AND +answer_json IS NOT NULL ORDER BY reference LIMIT ${PAGE_ROWS}`;
  const forget = `UPDATE machine_payments SET answer_json = NULL
    WHERE reference IN (SELECT value FROM json_each(@references))`;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const { results }: D1Result<Kept> = await sql(db, find, { after }).all<Kept>();
    const named = results.filter(({ answerJson }) => containsTerms(answerJson, folded));
    if (named.length > 0) {
      const references = JSON.stringify(named.map(({ reference }) => reference));
      await sql(db, forget, { references }).run();
    }
    after = results.length < PAGE_ROWS ? undefined : results.at(-1)?.reference;
  }
}
