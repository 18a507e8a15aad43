import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { AppError } from "../../src/errors.ts";
import { log } from "../../src/lib/log.ts";
import { drizzle, guarded, replicaOf, sql, transact } from "../../src/platform/database.ts";
import { users } from "../../src/platform/schema.ts";
import { requestWith } from "../support/harness.ts";

const SECRET = "lena@secret.example";
const down = { code: "temporarily_unavailable", status: 503, retryAfterSeconds: 2 };

/** Each way to use a database, with a parameter that no log and no alert may show. */
const USES: [string, (db: D1Database) => Promise<unknown>][] = [
  ["first", (db) => sql(db, "SELECT @secret FROM nothing", { secret: SECRET }).first()],
  ["all", (db) => sql(db, "SELECT @secret FROM nothing", { secret: SECRET }).all()],
  ["run", (db) => sql(db, "SELECT @secret FROM nothing", { secret: SECRET }).run()],
  ["raw", (db) => sql(db, "SELECT @secret FROM nothing", { secret: SECRET }).raw()],
  ["batch", (db) => transact(db, { secret: SECRET }, ["SELECT @secret FROM nothing"])],
  ["a session", (db) => replicaOf(db).prepare("SELECT ? FROM nothing").bind(SECRET).all()],
  ["a batch of a session", (db) => replicaOf(db).batch([replicaOf(db).prepare("SELECT ? FROM nothing").bind(SECRET)])],
  ["a parameter of a wrong type", async (db) => db.prepare("SELECT ?").bind({ SECRET }).all()],
  ["Drizzle", (db) => drizzle(db).select().from(users).where(eq(users.email, SECRET)).get()],
  ["Drizzle's insert", (db) => drizzle(db).update(users).set({ email: SECRET }).run()],
  ["a batch of Drizzle", (db) => drizzle(db).batch([drizzle(db).select().from(users).where(eq(users.email, SECRET))])],
];

it.each(USES)("%s: an error is temporarily_unavailable and tells no parameter", async (_, use) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  // The database of directory and facts has no users either.
  const error = await use(guarded(env.DATA)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject(down);
  log("error", "of_a_test", { cause: error });
  expect(logged).toHaveBeenCalledOnce();
  expect(logged.mock.calls[0]?.[0]).toMatch(/D1_(ERROR|TYPE_ERROR)/);
  expect(logged.mock.calls[0]?.[0]).not.toContain(SECRET);
  logged.mockRestore();
});

it("what the database answers is as without the guard", async () => {
  const db = guarded(env.DB);
  const read = () => sql(db, "SELECT @n AS n", { n: 7 });
  expect(await read().first()).toEqual({ n: 7 });
  expect(await read().first("n")).toBe(7);
  expect(await read().raw()).toEqual([[7]]);
  expect((await read().all()).results).toEqual([{ n: 7 }]);
  expect((await db.batch([read(), env.DB.prepare("SELECT 8 AS n")])).map(({ results }) => results)).toEqual([
    [{ n: 7 }],
    [{ n: 8 }],
  ]);
  expect(guarded(env.DB)).toBe(db);
});

it("an error that D1 did not name is a database that is down too", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const lose = () => {
    throw new Error("Network connection lost.");
  };
  const DB = new Proxy(env.DB, {
    get: (db, name) => (name === "prepare" || name === "batch" ? lose : Reflect.get(db, name).bind(db)),
  });
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ type: "anonymous" }) };
  const answer = await requestWith({ DB }, "/agent/identity", init);
  expect(answer).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
  expect(logged.mock.calls.join()).toContain("Network connection lost.");
  logged.mockRestore();
});
