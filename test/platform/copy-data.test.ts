import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { importReddit } from "../../src/operator/imports/reddit-import.ts";
import { copyData, dataOf, dataPlaces } from "../../src/platform/data-database.ts";
import { recall, remember } from "../../src/platform/outbound/fact-cache.ts";
import { deletionOf } from "../../src/privacy/personal-data.ts";
import { parseName } from "../../src/readers/names/person-name.ts";
import { directoryCompany, directoryPeople, directorySearch } from "../../src/sources/directory/directory.ts";
import { redditArchive } from "../../src/sources/reddit/archive.ts";
import { requestWith } from "../support/harness.ts";
import { sourceContext } from "../support/source-context.ts";

/** A deployment of before the second database: its `DB` has all tables, with rows in them. */
const old = { DB: env.LEDGER_1, DATA: env.LEDGER_2 };
const context = () => ({ ...sourceContext(), env: { ...env, ...old } });
const PEOPLE = 1_700;
const before = env.TEST_MIGRATIONS.filter(({ name }) => name < "0036");
const countIn = (db: D1Database, table: string) => db.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");
const post = (id: string, title: string) =>
  JSON.stringify({
    id,
    name: `t3_${id}`,
    title,
    selftext: "",
    subreddit: "moving",
    author: "someone",
    created_utc: 1_700_000_000,
    score: 1,
    num_comments: 0,
    permalink: `/r/moving/comments/${id}/x/`,
    url: "https://example.com/",
    over_18: false,
    is_self: true,
  });

/** What callers see of the rows. */
async function seen() {
  const archive = await redditArchive(context());
  const found = await archive.searchPosts({
    query: "lighthouse",
    subreddit: null,
    sort: "new",
    time: "all",
    limit: 5,
    cursor: null,
  } as never);
  return {
    company: (await directoryCompany(context(), "old.example")).status,
    person: (await directorySearch(context(), "old.example", ["quill7"])).map(({ name }) => name),
    fact: (await recall<string>(context(), "gdelt_mentions", "old.example"))?.data,
    posts: found.status === "found" ? found.data.items.map(({ title }) => title) : [],
  };
}
const ALL = { company: "found", person: ["Person Quill7"], fact: "kept", posts: ["The lighthouse"] };

beforeAll(async () => {
  await applyD1Migrations(old.DB, before);
  await applyD1Migrations(old.DATA, env.TEST_DATA_MIGRATIONS);
  await old.DB.batch([
    old.DB.prepare("INSERT INTO companies (domain, name, source, observed_at) VALUES ('old.example', 'Old', 'x', 1)"),
    old.DB.prepare(
      `INSERT INTO people (domain, name, name_folded, name_tokens, email, source, observed_at)
       SELECT 'old.example', 'Person Quill' || value, 'person quill' || value, 'person quill' || value,
         'quill' || value || '@old.example', 'x', 1 FROM json_each(?)`,
    ).bind(JSON.stringify(Array.from({ length: PEOPLE }, (_, index) => index))),
  ]);
  await importReddit(old.DB, "posts", post("abc", "The lighthouse"), Date.now());
  await remember(context(), "gdelt_mentions", "old.example", "kept", 86_400_000);
  await applyD1Migrations(old.DB, env.TEST_MIGRATIONS);
});

describe("a deployment from before the second database", () => {
  it("answers from its old rows until they are copied, and takes no import meanwhile", async () => {
    expect(await dataOf(old)).toBe(old.DB);
    expect(await seen()).toEqual(ALL);
    const init = {
      method: "POST",
      headers: { Authorization: "Bearer local-admin-token-for-this-machine-only" },
      body: "domain,name\nnew.example,New\n",
    };
    const refused = await requestWith(old, "/admin/directory/imports?kind=companies&licence_note=x", init);
    expect([refused.status, refused.body.error]).toEqual([503, "temporarily_unavailable"]);
    expect(refused.headers.get("retry-after")).toBe("60");
  });

  it("loses, doubles and resurrects nothing when the copy dies between two pages, and when somebody is erased meanwhile", async () => {
    const erase = async (number: number) => {
      const name = parseName(`Person Quill${number}`);
      const erased = await deletionOf(
        { ...env, ...old },
        { email: `quill${number}@old.example`, name, domain: "old.example" },
      );
      expect(erased.outcome.directoryRows).toBe(1);
      await erased.deleteData();
    };
    let pages = 0;
    const dying = {
      prepare: (statement: string) => old.DATA.prepare(statement),
      async batch(statements: D1PreparedStatement[]) {
        pages++;
        if (pages === 4) throw new Error("killed");
        // The page has been read and is not written yet.
        if (pages === 2) await erase(4);
        return old.DATA.batch(statements);
      },
    } as unknown as D1Database;
    await expect(copyData({ DB: old.DB, DATA: dying }, Date.now())).rejects.toThrow("killed");
    expect(await dataPlaces(old)).toEqual([old.DB, old.DATA]);
    expect(await countIn(old.DATA, "people")).toBe(999);
    // One whose row was copied and one whose row was not.
    await erase(3);
    await erase(1_650);
    await copyData(old, Date.now());
    expect(await dataPlaces(old)).toEqual([old.DATA]);
    expect(await countIn(old.DATA, "people")).toBe(PEOPLE - 3);
    expect(
      await countIn(
        old.DATA,
        "people WHERE email LIKE 'quill3@%' OR email LIKE 'quill4@%' OR email LIKE 'quill1650@%'",
      ),
    ).toBe(0);
    expect(await seen()).toEqual(ALL);
    const [id] = (
      await old.DATA.prepare("SELECT id FROM people WHERE email = 'quill9@old.example'").all<{ id: number }>()
    ).results;
    expect((await directoryPeople(context(), [id?.id ?? 0])).size).toBe(1);
  });

  it("drops the old tables once calls in flight have ended, so that the ledger can be exported", async () => {
    await copyData(old, Date.now());
    const name = parseName("Person Quill5");
    await (
      await deletionOf({ ...env, ...old }, { email: "quill5@old.example", name, domain: "old.example" })
    ).deleteData();
    for (const db of [old.DB, old.DATA]) expect(await countIn(db, "people")).toBe(PEOPLE - 4);
    await copyData(old, Date.now() + 86_400_001);
    const virtual = "sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%' OR name IN ('people', 'companies', 'source_cache')";
    expect(await countIn(old.DB, virtual)).toBe(0);
    await copyData(old, Date.now() + 86_500_000);
    expect(await seen()).toEqual(ALL);
  });
});

it("a fresh deployment has nothing to copy and uses DATA from its first call", async () => {
  expect(await dataPlaces(env)).toEqual([env.DATA]);
});
