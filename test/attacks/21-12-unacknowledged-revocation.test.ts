import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { cancelLink, claimWorkspace, exchangeClaim, freshAddress, giveCode, openClaim } from "../support/claim-flow.ts";
import {
  type Answer,
  anonymousKey,
  callTool,
  isActive,
  mailedCode,
  organisationOf,
  postJson,
  requestWith,
  richKey,
  tally,
  times,
} from "../support/harness.ts";
import { connected } from "../support/oauth-client.ts";
import { hiddenFields, makeKey, signIn, signInOperator, Visitor } from "../support/visitor.ts";

beforeEach(() => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
});

const textOf = (statement: D1PreparedStatement) => (statement as unknown as { statement: string }).statement;
const isRevocation = (text: string) => /^(WITH .*)?UPDATE "?api_keys"? SET "?revoked_at"?/is.test(text);

/** D1 that stores revocations and loses its answers to the first `count` of them. */
function losingAnswers(count = Number.POSITIVE_INFINITY): D1Database {
  const lose = async <T>(texts: string[], work: Promise<T>): Promise<T> => {
    const result = await work;
    if (texts.some(isRevocation) && count-- > 0) throw new Error("D1_ERROR: Network connection lost.");
    return result;
  };
  const losing = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => losing(target.bind(...values));
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (!["run", "all", "first", "raw"].includes(String(name))) return value.bind(target);
        return (...options: unknown[]) => lose([textOf(target)], value.apply(target, options));
      },
    });
  return new Proxy(env.DB, {
    get(db, name) {
      if (name === "prepare") return (text: string) => losing(db.prepare(text));
      if (name !== "batch") return Reflect.get(db, name).bind(db);
      return (statements: D1PreparedStatement[]) => {
        const own = statements.map((one) => rebuilt(one));
        return lose(own.map(textOf), db.batch(own));
      };
    },
  });
}

/** The statement behind a proxy, which a batch takes only without it. */
function rebuilt(statement: D1PreparedStatement): D1PreparedStatement {
  const { statement: text, params } = statement as unknown as { statement: string; params: unknown[] };
  return env.DB.prepare(text).bind(...params);
}

const losingRequest =
  (DB: D1Database) =>
  (path: string, init: RequestInit = {}) =>
    requestWith({ DB }, path, init);

/** The same browser, whose requests meet this database. */
function through(visitor: Visitor, DB: D1Database): Visitor {
  const other = new Visitor(losingRequest(DB));
  for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
  return other;
}

type Way = (DB: D1Database) => Promise<{ keys: string[]; revoke: () => Promise<Answer> }>;

const CALL = { "Content-Type": "application/json" };

const WAYS: Record<string, Way> = {
  "POST /oauth/revoke": async (DB) => {
    const key = await anonymousKey();
    const body = new URLSearchParams({ token: key });
    return { keys: [key], revoke: () => requestWith({ DB }, "/oauth/revoke", { method: "POST", body }) };
  },
  revoke_api_key: async (DB) => {
    const key = await anonymousKey();
    const { id, api_key: child } = (await callTool(key, "create_api_key", { name: "child" })).body;
    const init = { method: "POST", body: JSON.stringify({ id }), headers: { ...CALL, Authorization: `Bearer ${key}` } };
    return { keys: [child], revoke: () => requestWith({ DB }, "/api/v0/revoke_api_key", init) };
  },
  "the console, one key": async (DB) => {
    const owner = await signIn(freshAddress());
    const key = await makeKey(owner, "one");
    const revoke = () => through(owner, DB).submit("/console/keys", "/console/keys/revoke");
    return { keys: [key], revoke };
  },
  "the console, all keys": async (DB) => {
    const owner = await signIn(freshAddress());
    const keys = [await makeKey(owner, "one"), await makeKey(owner, "two")];
    return { keys, revoke: () => through(owner, DB).submit("/console/keys", "/console/keys/revoke-all") };
  },
  "the console, this wasn't me": async (DB) => {
    const owner = await signIn(freshAddress());
    const keys = [await makeKey(owner, "one"), await makeKey(owner, "two")];
    return { keys, revoke: () => through(owner, DB).submit("/console/keys", "/console/keys/not-me") };
  },
  "the console, a connection": async (DB) => {
    const { visitor, access } = await connected(freshAddress());
    const revoke = () => through(visitor, DB).submit("/console/connections", "/console/connections/end");
    return { keys: [access], revoke };
  },
  "a refresh token at /oauth/revoke": async (DB) => {
    const { access, refreshToken } = await connected(freshAddress());
    const body = new URLSearchParams({ token: refreshToken });
    return { keys: [access], revoke: () => requestWith({ DB }, "/oauth/revoke", { method: "POST", body }) };
  },
  "the mailed link": async (DB) => {
    const email = freshAddress();
    const claim = await openClaim(email);
    await giveCode(claim.token, claim.code);
    const key = (await exchangeClaim(claim.token)).body.access_token;
    const child = (await callTool(key, "create_api_key", { name: "child" })).body.api_key;
    const link = cancelLink(email);
    const body = new URLSearchParams({ t: link.searchParams.get("t") ?? "" });
    return { keys: [key, child], revoke: () => requestWith({ DB }, link.pathname, { method: "POST", body }) };
  },
  "the operator": async (DB) => {
    const key = await anonymousKey();
    const operator = await signInOperator();
    const page = `/admin/organisations/${await organisationOf(key)}`;
    const action = /action="([^"]*revoke[^"]*)"/.exec((await operator.get(page)).text)?.[1] ?? "";
    const fields = { ...hiddenFields((await operator.get(page)).text, action), reason: "stolen" };
    return { keys: [key], revoke: () => through(operator, DB).post(action, fields) };
  },
};

describe("21.12: a revocation that D1 stored and did not acknowledge", () => {
  it.each(Object.entries(WAYS))("by %s is told to the account object, and repeated", async (_, way) => {
    const { keys, revoke } = await way(losingAnswers());
    for (const key of keys) expect(await isActive(key)).toBe(true);
    expect((await revoke()).status).toBe(503);
    for (const key of keys) expect(tally(await times(5, () => callTool(key, "get_token_balance")))).toEqual({ 401: 5 });
  });

  it.each(Object.entries(WAYS))("by %s succeeds when the second answer arrives", async (_, way) => {
    const { keys, revoke } = await way(losingAnswers(1));
    for (const key of keys) expect(await isActive(key)).toBe(true);
    expect((await revoke()).status).toBeLessThan(400);
    for (const key of keys) expect(await isActive(key)).toBe(false);
  });

  it("by a merge ends the keys of the merged organisation", async () => {
    const email = freshAddress();
    await claimWorkspace(email);
    const anonymous = await anonymousKey();
    expect(await isActive(anonymous)).toBe(true);
    const assertion = { type: "identity_assertion", assertion_type: "verified_email", assertion: email };
    const { body } = await postJson("/agent/identity", assertion, { Authorization: `Bearer ${anonymous}` });
    await giveCode(body.claim_token, mailedCode(email));
    const form = new URLSearchParams({
      grant_type: "urn:vendor:agent-auth:grant-type:claim",
      claim_token: body.claim_token,
    });
    const exchange = await requestWith({ DB: losingAnswers() }, "/oauth/token", { method: "POST", body: form });
    expect(exchange.status).toBe(503);
    expect(await isActive(anonymous)).toBe(false);
  });
});

it("21.12: while D1 takes no writes, paid calls are 503 at any rate", async () => {
  const key = await richKey();
  expect(await isActive(key)).toBe(true);
  const prototype = Object.getPrototypeOf(env.DB);
  const { batch } = prototype;
  const readOnly = vi.spyOn(prototype, "batch");
  onTestFinished(() => readOnly.mockRestore());
  readOnly.mockImplementation(async function (this: D1Database, ...[statements]: unknown[]) {
    const isWrite = (statements as D1PreparedStatement[]).some((one) => !/^\s*SELECT/i.test(textOf(one)));
    if (isWrite) throw new Error("D1_ERROR: attempt to write a readonly database: SQLITE_READONLY");
    return batch.call(this, statements);
  });
  const answers = await times(90, () => callTool(key, "get_network_company_url", { domain: "read-only.example" }));
  expect(tally(answers)).toEqual({ 503: 90 });
  expect(answers.every(({ headers }) => headers.has("retry-after"))).toBe(true);
});
