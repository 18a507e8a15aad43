import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { CONSOLE, leastRole } from "../../src/console/console-page.tsx";
import { humanConsole } from "../../src/console/console-routes.ts";
import { deleteExpired } from "../../src/housekeeping.ts";
import { DAY_MS } from "../../src/lib/time.ts";
import { cancelLink, claimWorkspace, freshAddress, pressCancel } from "../support/claim-flow.ts";
import { isActive, lastMail, organisationOf, request, sentMails, tally, times } from "../support/harness.ts";
import { connected } from "../support/oauth-client.ts";
import { hiddenFields, makeKey, signIn, type Visitor } from "../support/visitor.ts";

const PAGE = CONSOLE.members;
type Person = { email: string; visitor: Visitor };

async function person(): Promise<Person & { key: string; organisation: string }> {
  const email = freshAddress();
  const key = await claimWorkspace(email);
  return { email, key, organisation: await organisationOf(key), visitor: await signIn(email) };
}

async function invite({ visitor }: Person, email: string, role: string) {
  return visitor.submit(PAGE, `${PAGE}/invite`, { email, role });
}

/** Somebody who has been invited and has joined. */
async function member(owner: Person, role: string): Promise<Person> {
  const email = freshAddress();
  expect((await invite(owner, email, role)).status).toBe(303);
  const visitor = await signIn(email);
  expect((await visitor.submit(PAGE, `${PAGE}/join`)).status).toBe(303);
  return { email, visitor };
}

async function rolesIn(organisation: string): Promise<Record<string, string>> {
  const find = env.DB.prepare(
    "SELECT u.email, m.role FROM members m JOIN users u ON u.id = m.user_id WHERE m.organisation_id = ?",
  );
  const { results } = await find.bind(organisation).all<{ email: string; role: string }>();
  return Object.fromEntries(results.map(({ email, role }) => [email, role]));
}

const idOf = async ({ email }: Person) =>
  (await env.DB.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<string>("id")) ?? "";
/** The fields of a form about a member, by the page's own token. */
async function fieldsFor({ visitor }: Person, action: string, of: Person, more = {}) {
  return { ...hiddenFields((await visitor.get(PAGE)).text, action), id: await idOf(of), ...more };
}
const change = async (by: Person, of: Person, role: string) =>
  by.visitor.post(`${PAGE}/change`, await fieldsFor(by, `${PAGE}/change`, of, { role }));

describe("an invitation", () => {
  it("is mailed without a secret, and the person who signs in with its address joins once, however often they ask", async () => {
    const owner = await person();
    const email = freshAddress();
    await invite(owner, email, "developer");
    const mail = lastMail(email);
    expect(mail.subject).toContain(owner.email);
    expect(mail.text).toContain(`http://localhost:8787${PAGE}\n`);
    const visitor = await signIn(email);
    const fields = hiddenFields((await visitor.get(PAGE)).text, `${PAGE}/join`);
    expect(fields.id).toBe(owner.organisation);
    expect(tally(await times(20, () => visitor.post(`${PAGE}/join`, fields)))).toEqual({ 303: 1, 400: 19 });
    expect(await rolesIn(owner.organisation)).toEqual({ [owner.email]: "owner", [email]: "developer" });
    expect((await visitor.get(CONSOLE.keys)).text).toContain("<strong>claimed</strong>");
    const again = await signIn(email);
    expect((await again.get(PAGE)).text).toContain(`developer of the workspace of ${owner.email}`);
  });

  it("is refused to every other address, after a week, and once it is revoked", async () => {
    const owner = await person();
    const [invited, late] = [freshAddress(), freshAddress()];
    await invite(owner, invited, "owner");
    const other = await person();
    const token = hiddenFields((await other.visitor.get(PAGE)).text, `${PAGE}/leave`);
    expect((await other.visitor.post(`${PAGE}/join`, { ...token, id: owner.organisation })).status).toBe(400);
    await owner.visitor.submit(PAGE, `${PAGE}/revoke-invitation`, { email: invited });
    await invite(owner, late, "owner");
    await env.DB.prepare("UPDATE invitations SET expires_at = ? WHERE email = ?")
      .bind(Date.now() - 1, late)
      .run();
    for (const email of [invited, late]) {
      const visitor = await signIn(email);
      expect((await visitor.get(PAGE)).text).not.toContain("Accept the invitation");
      const fields = { ...hiddenFields((await visitor.get(PAGE)).text, `${PAGE}/leave`), id: owner.organisation };
      expect((await visitor.post(`${PAGE}/join`, fields)).status).toBe(400);
    }
    expect(Object.keys(await rolesIn(owner.organisation))).toEqual([owner.email]);
    await deleteExpired(env.DB, Date.now());
    const left = env.DB.prepare("SELECT count(*) AS n FROM invitations WHERE organisation_id = ?");
    expect(await left.bind(owner.organisation).first("n")).toBe(0);
  });

  it.each([
    [{ email: "nobody", role: "viewer" }, "email"],
    [{ email: "ada@corp.example", role: "king" }, "role"],
  ])("%j is refused, and nothing is mailed", async (fields, named) => {
    const owner = await person();
    const before = sentMails().length;
    const refused = await owner.visitor.submit(PAGE, `${PAGE}/invite`, fields);
    expect([refused.status, refused.text.includes(named), sentMails().length]).toEqual([400, true, before]);
  });

  it("needs the form of the owner's own page", async () => {
    const owner = await person();
    const sent = { email: freshAddress(), role: "owner" };
    expect((await owner.visitor.post(`${PAGE}/invite`, sent)).status).toBe(403);
    expect(sentMails().filter(({ to }) => to === sent.email)).toEqual([]);
  });
});

describe("a role", () => {
  const forms = humanConsole.routes.filter(({ method, path }) => method === "POST" && path.startsWith("/console/"));
  const open = [
    `${PAGE}/join`,
    `${PAGE}/open`,
    `${PAGE}/leave`,
    `${PAGE}/resign`,
    CONSOLE.privacy,
    `${CONSOLE.overview}/sign-out`,
  ];
  const ofAnybody = new Set<string>([
    ...open,
    `${CONSOLE.overview}/sign-out-everywhere`,
    "/console/sign-in",
    "/console/sign-in/code",
  ]);
  const ofOwners = [
    CONSOLE.purchases,
    `${CONSOLE.purchases}/auto-reload`,
    `${PAGE}/invite`,
    `${PAGE}/change`,
    `${PAGE}/remove`,
  ];
  const more = [
    `${PAGE}/revoke-invitation`,
    `${CONSOLE.workspace}/delete`,
    `${CONSOLE.keys}/not-me`,
    `${CONSOLE.connections}/keep-wallet`,
  ];

  it("viewer sends no form that changes something, sees none, and reads every page", async () => {
    const owner = await person();
    const { visitor } = await member(owner, "viewer");
    const paths = [...new Set(forms.map(({ path }) => path.replace(":id", "x")))].filter(
      (path) => !ofAnybody.has(path),
    );
    expect(paths.length).toBeGreaterThan(25);
    for (const path of paths) expect([path, (await visitor.post(path, {})).status]).toEqual([path, 403]);
    for (const path of [CONSOLE.overview, CONSOLE.keys, CONSOLE.purchases, CONSOLE.batches, CONSOLE.webhooks, PAGE]) {
      const { status, text } = await visitor.get(path);
      const actions = [...text.matchAll(/<form method="post" action="([^"]*)"/g)].map(([, action]) => action ?? "");
      expect([path, status, actions.filter((action) => !ofAnybody.has(action))]).toEqual([path, 200, []]);
    }
    expect((await visitor.get(`${CONSOLE.workspace}.jsonl`)).status).toBe(403);
    expect(await makeKey(visitor, "escape")).toBe("");
  });

  it("developer makes keys, and neither buys, invites nor deletes", async () => {
    const owner = await person();
    const { visitor } = await member(owner, "developer");
    const key = await makeKey(visitor, "mine");
    expect(await organisationOf(key)).toBe(owner.organisation);
    await visitor.submit(CONSOLE.webhooks, CONSOLE.webhooks, { url: "https://hooks.corp.example/events" });
    expect(lastMail(owner.email).subject).toContain("webhook endpoint was added");
    for (const path of [...ofOwners, ...more, `${CONSOLE.connections}/unlink-wallet`, `${CONSOLE.calls}/subjects`]) {
      expect([path, leastRole("POST", path)]).toEqual([path, "owner"]);
      expect([path, (await visitor.post(path, {})).status]).toEqual([path, 403]);
    }
  });

  it("is checked by the statement that writes: a key is not made by a developer who just became a viewer", async () => {
    const owner = await person();
    const made = await member(owner, "developer");
    const fields = { ...hiddenFields((await made.visitor.get(CONSOLE.keys)).text, CONSOLE.keys), name: "late" };
    const [, ...answers] = await Promise.all([
      change(owner, made, "viewer"),
      ...(await times(5, async () => made.visitor.post(CONSOLE.keys, fields))),
    ]);
    for (const { status } of answers) expect([303, 401, 403]).toContain(status);
    expect((await made.visitor.post(CONSOLE.keys, { ...fields, name: "later" })).status).toBe(403);
    const saved = await change(owner, made, "viewer");
    expect([saved.status, (await made.visitor.get(PAGE)).text.includes("viewer of the workspace")]).toEqual([
      303,
      true,
    ]);
  });

  it("owner stays with one of two who demote or remove each other at the same moment", async () => {
    for (const by of [`${PAGE}/change`, `${PAGE}/remove`]) {
      const first = await person();
      const [second, third] = [await member(first, "owner"), await member(first, "owner")];
      const [mine, theirs] = [
        await fieldsFor(second, by, third, { role: "viewer" }),
        await fieldsFor(third, by, second, { role: "viewer" }),
      ];
      const answers = await Promise.all([second.visitor.post(by, mine), third.visitor.post(by, theirs)]);
      const owners = Object.values(await rolesIn(first.organisation)).filter((role) => role === "owner");
      expect([tally(answers)[303], owners.length]).toEqual([1, 2]);
    }
  });

  it("owner stays with one of two when the first resigns while the other leaves", async () => {
    for (let round = 0; round < 4; round++) {
      const first = await person();
      const second = await member(first, "owner");
      await first.visitor.submit(PAGE, `${PAGE}/leave`);
      const link = resignLink(first);
      const resigning = hiddenFields((await first.visitor.get(link)).text, `${PAGE}/resign`);
      const leaving = hiddenFields((await second.visitor.get(PAGE)).text, `${PAGE}/leave`);
      const answers = await Promise.all([
        ...(await times(3, async () => first.visitor.post(`${PAGE}/resign`, resigning))),
        second.visitor.post(`${PAGE}/leave`, leaving),
      ]);
      const owners = Object.values(await rolesIn(first.organisation));
      expect([tally(answers)[303], owners]).toEqual([1, ["owner"]]);
    }
  });
});

const resignLink = ({ email }: Person) => /\/console\/members\?resign=\S+/.exec(lastMail(email).text)?.[0] ?? "";

describe("the first owner", () => {
  it("cannot be removed or demoted by a thief with their sign-in, nor by the owner whom the thief invites", async () => {
    const owner = await person();
    const stolen = { email: owner.email, visitor: await signIn(owner.email) };
    const evil = await member(stolen, "owner");
    const id = await idOf(owner);
    const form = hiddenFields((await evil.visitor.get(PAGE)).text, `${PAGE}/leave`);
    const refused = await Promise.all([
      ...(await times(10, async () => evil.visitor.post(`${PAGE}/remove`, { ...form, id }))),
      ...(await times(10, async () => evil.visitor.post(`${PAGE}/change`, { ...form, id, role: "developer" }))),
    ]);
    expect(tally(refused)).toEqual({ 400: 20 });
    const before = sentMails().length;
    const asked = [
      await stolen.visitor.submit(PAGE, `${PAGE}/leave`),
      await stolen.visitor.post(`${PAGE}/remove`, await fieldsFor(stolen, `${PAGE}/remove`, owner)),
      await change(stolen, owner, "viewer"),
    ];
    const mails = sentMails().slice(before);
    expect([tally(asked), mails.map(({ to }) => to)]).toEqual([{ 303: 3 }, [owner.email, owner.email, owner.email]]);
    expect(lastMail(owner.email).text).toContain("nothing has changed");
    const deletion = await evil.visitor.post(`${CONSOLE.workspace}/delete`, {
      ...form,
      phrase: "delete this workspace",
    });
    expect(deletion.headers.get("location")).toBe(CONSOLE.workspace);
    expect((await evil.visitor.get(CONSOLE.workspace)).text).toContain(`Only ${owner.email}, the first owner`);
    expect(await rolesIn(owner.organisation)).toEqual({ [owner.email]: "owner", [evil.email]: "owner" });
    await owner.visitor.post(`${PAGE}/remove`, await fieldsFor(owner, `${PAGE}/remove`, evil));
    expect(await rolesIn(owner.organisation)).toEqual({ [owner.email]: "owner" });
  });

  it("resigns by the mailed link, once, within a day, signed in with the address that it was mailed to", async () => {
    const first = await person();
    const second = await member(first, "owner");
    await change(first, first, "developer");
    const link = resignLink(first);
    const press = (visitor: Visitor, fields: object) => visitor.post(`${PAGE}/resign`, { ...fields });
    const fields = hiddenFields((await first.visitor.get(link)).text, `${PAGE}/resign`);
    const token = hiddenFields((await second.visitor.get(PAGE)).text, `${PAGE}/leave`);
    const bad = [
      await press(second.visitor, { ...token, resign: fields.resign }),
      await press(first.visitor, {
        ...fields,
        resign: fields.resign?.replace(/.$/, (last) => (last === "A" ? "B" : "A")) ?? "",
      }),
      await press(first.visitor, { ...fields, resign: "" }),
    ];
    expect([tally(bad), (await rolesIn(first.organisation))[first.email]]).toEqual([{ 400: 3 }, "owner"]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY_MS });
    expect((await press(first.visitor, fields)).status).toBe(400);
    vi.useRealTimers();
    expect((await press(first.visitor, { resign: fields.resign })).status).toBe(403);
    expect((await press(first.visitor, fields)).status).toBe(303);
    expect(await rolesIn(first.organisation)).toEqual({ [first.email]: "developer", [second.email]: "owner" });
    expect((await second.visitor.get(PAGE)).text).toContain(`The first owner, ${second.email},`);
    expect((await press(second.visitor, { ...token, resign: fields.resign })).status).toBe(400);
  });

  it('survives the "this wasn\'t me" of somebody who became an owner later', async () => {
    const founder = await person();
    const early = await member(founder, "developer");
    const again = await signIn(early.email);
    const cancel = cancelLink(early.email);
    const next = await member(founder, "owner");
    await founder.visitor.submit(PAGE, `${PAGE}/leave`);
    await founder.visitor.submit(resignLink(founder), `${PAGE}/resign`);
    await change(next, { ...early, visitor: again }, "owner");
    expect((await pressCancel(cancel)).status).toBe(200);
    expect(await rolesIn(founder.organisation)).toEqual({ [next.email]: "owner", [early.email]: "owner" });
  });
});

describe("a member who leaves or is removed", () => {
  it("the last owner cannot leave, however often they ask", async () => {
    const owner = await person();
    await member(owner, "developer");
    const fields = hiddenFields((await owner.visitor.get(PAGE)).text, `${PAGE}/leave`);
    expect(tally(await times(5, () => owner.visitor.post(`${PAGE}/leave`, fields)))).toEqual({ 400: 5 });
  });

  it("sees their own workspace again, and their connections end", async () => {
    const owner = await person();
    const email = freshAddress();
    await invite(owner, email, "developer");
    await (await signIn(email)).submit(PAGE, `${PAGE}/join`);
    const { access, visitor } = await connected(email);
    expect(await organisationOf(access)).toBe(owner.organisation);
    const gone = { email, visitor };
    await owner.visitor.post(`${PAGE}/remove`, await fieldsFor(owner, `${PAGE}/remove`, gone));
    expect(await isActive(access)).toBe(false);
    expect((await visitor.get(PAGE)).text).not.toContain("workspace of");
    const key = await makeKey(visitor, "own");
    expect(await organisationOf(key)).not.toBe(owner.organisation);
    const reopen = { ...hiddenFields((await visitor.get(PAGE)).text, `${PAGE}/leave`), id: owner.organisation };
    await visitor.post(`${PAGE}/open`, reopen);
    expect((await visitor.get(PAGE)).text).not.toContain("workspace of");
  });

  it("the first owner's address leads to a new workspace, and another owner gets the mails", async () => {
    const first = await person();
    const second = await member(first, "owner");
    expect((await first.visitor.submit(PAGE, `${PAGE}/leave`)).status).toBe(303);
    expect((await first.visitor.submit(resignLink(first), `${PAGE}/resign`)).status).toBe(303);
    const later = await claimWorkspace(first.email);
    expect(await organisationOf(later)).not.toBe(first.organisation);
    expect(await rolesIn(first.organisation)).toEqual({ [second.email]: "owner" });
    const owner = env.DB.prepare("SELECT owner_id FROM organisations WHERE id = ?").bind(first.organisation);
    expect(await owner.first("owner_id")).toBe(await idOf(second));
    expect((await (await signIn(first.email)).get(PAGE)).text).toContain(first.email);
    expect(await isActive(first.key)).toBe(true);
  });
});

it("a deleted workspace has no members, and each sees their own again", async () => {
  const first = await person();
  const second = await member(first, "owner");
  const elsewhere = await person();
  await invite(elsewhere, first.email, "viewer");
  await (await signIn(first.email)).submit(PAGE, `${PAGE}/join`);
  await invite(first, freshAddress(), "viewer");
  const deleted = await first.visitor.submit(CONSOLE.workspace, `${CONSOLE.workspace}/delete`, {
    phrase: "delete this workspace",
  });
  expect(deleted.status).toBe(200);
  expect(await rolesIn(first.organisation)).toEqual({});
  expect((await (await signIn(second.email)).get(PAGE)).text).not.toContain("workspace of");
  expect((await (await signIn(first.email)).get(PAGE)).text).toContain(elsewhere.email);
  const open = env.DB.prepare("SELECT count(*) AS n FROM invitations WHERE organisation_id = ?");
  expect(await open.bind(first.organisation).first("n")).toBe(0);
});

it('"this wasn\'t me" of a sign-in removes whom it invited, with the keys that these made', async () => {
  const owner = await person();
  const before = await member(owner, "developer");
  await env.DB.prepare("UPDATE members SET created_at = ?")
    .bind(Date.now() - DAY_MS)
    .run();
  const stolen = { email: owner.email, visitor: await signIn(owner.email) };
  const link = /\S*\/agent\/identity\/cancel\?t=\S+/.exec(lastMail(owner.email).text)?.[0] ?? "";
  const evil = await member(stolen, "owner");
  const key = await makeKey(evil.visitor, "evil");
  const { search } = new URL(link);
  const cancelled = await request("/agent/identity/cancel", {
    method: "POST",
    body: new URLSearchParams({ t: new URLSearchParams(search).get("t") ?? "" }),
  });
  expect(cancelled.status).toBe(200);
  expect(await rolesIn(owner.organisation)).toEqual({ [owner.email]: "owner", [before.email]: "developer" });
  expect([await isActive(key), await isActive(owner.key)]).toEqual([false, true]);
});

it('"this wasn\'t me" in the console removes whom a stolen sign-in invited or raised, also one that has ended', async () => {
  const owner = await person();
  const before = await member(owner, "developer");
  const sleeper = await member(owner, "viewer");
  const founder = await person();
  const second = await member(founder, "owner");
  await env.DB.batch(
    ["UPDATE members SET created_at = ?", "UPDATE sessions SET created_at = ?"].map((text) =>
      env.DB.prepare(text).bind(Date.now() - DAY_MS),
    ),
  );
  const stolen = { email: owner.email, visitor: await signIn(owner.email) };
  const evil = await member(stolen, "owner");
  expect((await change(stolen, sleeper, "owner")).status).toBe(303);
  expect((await change(stolen, before, "viewer")).status).toBe(303);
  await stolen.visitor.submit(CONSOLE.overview, `${CONSOLE.overview}/sign-out`);
  const fresh = { email: owner.email, visitor: await signIn(owner.email) };
  // A session from before the theft tells nothing of when it began.
  await env.DB.prepare("DELETE FROM sessions WHERE created_at < ?")
    .bind(Date.now() - DAY_MS / 2)
    .run();
  expect(await rolesIn(owner.organisation)).toMatchObject({ [evil.email]: "owner", [sleeper.email]: "owner" });
  await fresh.visitor.submit(CONSOLE.keys, `${CONSOLE.keys}/not-me`);
  expect(await rolesIn(owner.organisation)).toEqual({ [owner.email]: "owner", [before.email]: "viewer" });
  const again = { email: second.email, visitor: await signIn(second.email) };
  await again.visitor.submit(CONSOLE.keys, `${CONSOLE.keys}/not-me`);
  expect(await rolesIn(founder.organisation)).toEqual({ [founder.email]: "owner", [second.email]: "owner" });
});

it('"this wasn\'t me" by a mailed link removes whom the sign-in made an owner', async () => {
  const owner = await person();
  const sleeper = await member(owner, "viewer");
  await env.DB.prepare("UPDATE members SET created_at = ?")
    .bind(Date.now() - DAY_MS)
    .run();
  const stolen = { email: owner.email, visitor: await signIn(owner.email) };
  const link = cancelLink(owner.email);
  expect((await change(stolen, sleeper, "owner")).status).toBe(303);
  expect((await pressCancel(link)).status).toBe(200);
  expect(await rolesIn(owner.organisation)).toEqual({ [owner.email]: "owner" });
});
