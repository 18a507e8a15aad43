import { isoDay } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { DAY_MS } from "../lib/time.ts";
import { withinTime } from "../lib/within-time.ts";
import { foldTerms } from "../readers/words/search-words.ts";
import { accountOf } from "./account.ts";

/** Limit per request. Beyond it, a replay that names the person is still refused, and is deleted within 24 hours. */
const MAX_ORGANISATIONS = 500;
const AT_ONCE = 25;
const TIME_LIMIT_MS = 5_000;

/** Deletes stored answers with every term of a list, where calls were made since yesterday. Repeats are 409. */
export async function eraseStoredAnswers(env: Env, termLists: string[][], now: number): Promise<void> {
  const folded = foldTerms(termLists);
  // The use of a key is recorded up to a second late; until then its organisation has an open lease.
  const find = `SELECT organisation_id AS id FROM leases WHERE state = 'open'
    UNION SELECT organisation_id FROM api_keys WHERE last_used_on >= ? LIMIT ${MAX_ORGANISATIONS}`;
  const { results } = await env.DB.prepare(find)
    .bind(isoDay(now - DAY_MS))
    .all<{ id: string }>();
  for (let from = 0; from < results.length; from += AT_ONCE) {
    const page = results.slice(from, from + AT_ONCE);
    await Promise.all(
      page.map(({ id }) =>
        withinTime(accountOf(env, id).eraseAnswers(folded), TIME_LIMIT_MS).catch((cause: unknown) =>
          log("error", "answers_not_erased", { organisation: id, cause }),
        ),
      ),
    );
  }
}
