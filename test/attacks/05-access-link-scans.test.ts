import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { csvOf, importCsv } from "../support/directory-csv.ts";
import { callTool, requestWith, richKey, tally, times } from "../support/harness.ts";
import { privacyToken } from "../support/privacy-request.ts";

const DOMAIN = "crowded.example";
const EMAIL = `nora.solberg@${DOMAIN}`;
let key: string;

/** Rows that the statements of a request read, as D1 counts them. */
function counted() {
  const statements: { db: D1Database; text: string; values: unknown[] }[] = [];
  const counting = (database: D1Database) =>
    new Proxy(database, {
      get(db, name) {
        // A promise of it looks for `then`.
        if (name !== "prepare") return Reflect.get(db, name)?.bind(db);
        return (text: string) => {
          const statement = db.prepare(text);
          return new Proxy(statement, {
            get(target, property) {
              if (property !== "bind") return Reflect.get(target, property).bind(target);
              return (...values: unknown[]) => {
                statements.push({ db, text, values });
                return target.bind(...values);
              };
            },
          });
        };
      },
    });
  const rowsRead = async () => {
    const reads = statements.filter(({ text }) => /^select/i.test(text));
    const results = await Promise.all(
      reads.map(({ db, text, values }) =>
        db
          .prepare(text)
          .bind(...values)
          .all(),
      ),
    );
    return results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
  };
  return { databases: { DB: counting(env.DB), DATA: counting(env.DATA) }, rowsRead };
}

async function linkFor(email: string, more: object = {}): Promise<string> {
  await callTool(key, "submit_privacy_request", { type: "access", email, ...more });
  return privacyToken(email);
}

const confirm = (changes: Record<string, unknown>, token: string) =>
  requestWith(changes, "/privacy/confirm", { method: "POST", body: new URLSearchParams({ t: token }) });

beforeAll(async () => {
  key = await richKey();
  const rows = [["name", "title", "domain", "email"]];
  rows.push(["Nora Solberg", "CEO", DOMAIN, EMAIL]);
  for (let row = 0; row < 3_000; row++) {
    const company = row % 3 === 0 ? DOMAIN : `other-${row}.example`;
    const word = row.toString(36).replace(/\d/g, "x");
    rows.push([`Person ${word}`, "Engineer", company, `p${row}@${company}`]);
  }
  expect((await importCsv("people", csvOf(rows))).body.rows_ok).toBe(3_001);
  const fact = `INSERT INTO source_cache (kind, key, data_json, observed_at, expires_at)
    SELECT 'site_people', 'c' || value || '.example', '[]', 1, 9e12 FROM json_each(?)`;
  await env.DATA.prepare(fact)
    .bind(JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index)))
    .run();
});

describe("13.5: an access link cannot trigger full scans", () => {
  it("reads by index: few rows of 3,000 people and 5,000 facts", async () => {
    for (const more of [{}, { name: "Nora Solberg", domain: DOMAIN }]) {
      const { databases, rowsRead } = counted();
      const shown = await confirm(databases, await linkFor(EMAIL, more));
      expect([shown.status, shown.text.includes("Nora Solberg")]).toEqual([200, true]);
      expect(await rowsRead()).toBeLessThan(60);
    }
  });

  it("answers a repeat from storage, and stops after ten reads an hour", async () => {
    const token = await linkFor(EMAIL);
    const first = await confirm({}, token);
    const { databases, rowsRead } = counted();
    const again = await times(30, () => confirm(databases, token));
    expect(tally(again)).toEqual({ 200: 30 });
    expect(new Set(again.map(({ text }) => text))).toEqual(new Set([first.text]));
    expect(await rowsRead()).toBe(0);

    // Where nothing is kept, the budget of the link ends it.
    const forgetful = {
      CLAIMS: {
        get: (name: string, as: "json") => (/answer/.test(name) ? null : env.CLAIMS.get(name, as)),
        put: () => {},
      },
    };
    const answers = await times(20, () => confirm(forgetful, token));
    expect(tally(answers)).toEqual({ 200: 9, 429: 11 });
    for (const { status, headers } of answers) {
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });
});
