import { sql } from "../platform/database.ts";
import { containsTerms, foldTerms } from "../readers/words/search-words.ts";

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
