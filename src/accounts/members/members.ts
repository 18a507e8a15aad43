import { asc, eq } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { RESIGNATION_LINK_LIFETIME_SECONDS, ROLES, type Role } from "../../constants.ts";
import { invalidRequest } from "../../errors.ts";
import { newOrganisationId } from "../../lib/ids.ts";
import { PATHS } from "../../paths.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { drizzle, sql } from "../../platform/database.ts";
import { numberOfEmptiest } from "../../platform/ledgers.ts";
import { mailBudgetsFor } from "../../platform/limits/budgets.ts";
import { withBudgets } from "../../platform/limits/limits.ts";
import { sendMail, writeMail } from "../../platform/mail.ts";
import { members, users } from "../../platform/schema.ts";
import { openUntil, sealUntil, signer } from "../../platform/secrets.ts";
import { signedIn } from "../../platform/signed-in.ts";
import { endConnectionsWhere, storeRevocations } from "../keys/revoke.ts";
import type { Session } from "../keys/sessions.ts";

/** The members of a workspace, the first one first. */
export function listMembers(db: D1Database, organisationId: string) {
  const { userId, role, createdAt } = members;
  const list = drizzle(db).select({ userId, role, createdAt, email: users.email }).from(members);
  const ofWorkspace = list.innerJoin(users, eq(users.id, userId)).where(eq(members.organisationId, organisationId));
  return ofWorkspace.orderBy(asc(createdAt), asc(userId)).all();
}

export type Member = Awaited<ReturnType<typeof listMembers>>[number];

type Workspace = { id: string; role: Role; owner: string | null; isInvited: 0 | 1 };

/** The workspaces of a person, then those that they are invited to, each with its first owner's address, by which people know it. */
export async function listWorkspaces(db: D1Database, { userId, email }: Session): Promise<Workspace[]> {
  const list = `SELECT o.id, r.role, u.email AS owner, r.isInvited
    FROM (SELECT organisation_id, role, 0 AS isInvited, created_at FROM members WHERE user_id = @userId
      UNION ALL SELECT organisation_id, role, 1, created_at FROM invitations WHERE email = @email AND expires_at > @now) r
    JOIN organisations o ON o.id = r.organisation_id LEFT JOIN users u ON u.id = o.owner_id ORDER BY r.isInvited, r.created_at`;
  const read = sql(db, list, { userId, email, now: Date.now() });
  return (await read.all<Workspace>()).results;
}

const IS = "organisation_id = @organisationId AND user_id = @userId";
const HAS_OTHER_OWNER = `EXISTS (SELECT 1 FROM members other
  WHERE other.organisation_id = @organisationId AND other.role = 'owner' AND other.user_id <> @userId)`;
const IS_NO = (roles: string) => `NOT EXISTS (SELECT 1 FROM members WHERE ${IS} AND role IN (${roles}))`;
const IS_SELF = "@userId = (SELECT user_id FROM sessions WHERE hash = @sessionHash)";

const IS_FIRST = "EXISTS (SELECT 1 FROM organisations WHERE id = @organisationId AND owner_id = @userId)";
const MAY_LOSE = `(role <> 'owner' OR ${HAS_OTHER_OWNER} AND (@isConfirmed OR NOT ${IS_FIRST}))`;
/** More rights begin now, so that "this wasn't me" tells them from what was granted before. */
const SINCE = "iif(role <> @role AND (role = 'viewer' OR @role = 'owner'), @now, created_at)";
const CHANGE = `UPDATE members SET role = @role, created_at = ${SINCE} WHERE ${IS} AND ${signedIn("owner")} AND (@role = 'owner' OR ${MAY_LOSE})
  RETURNING 1`;
const REMOVE = `DELETE FROM members WHERE ${IS} AND (${signedIn("owner")} OR ${IS_SELF} AND ${signedIn("viewer")})
  AND ${MAY_LOSE} RETURNING 1`;
/** What follows from the role that the statement before has left. */
const FOLLOW = [
  // Agents that register with the address get keys of a workspace that the person owns: from now on of a new one.
  `UPDATE users SET organisation_id = @ownWorkspace WHERE id = @userId AND organisation_id = @organisationId
    AND ${IS_NO("'owner'")}`,
  // The next sign-in makes that workspace.
  `UPDATE sessions SET revoked_at = @now WHERE user_id = @userId AND revoked_at IS NULL
    AND EXISTS (SELECT 1 FROM users WHERE id = @userId AND organisation_id = @ownWorkspace)`,
  `UPDATE organisations SET owner_id = (SELECT user_id FROM members WHERE organisation_id = @organisationId
      AND role = 'owner' ORDER BY created_at, user_id LIMIT 1)
    WHERE (id = @organisationId OR merged_into = @organisationId) AND owner_id = @userId AND ${IS_NO("'owner'")}`,
  `DELETE FROM invitations WHERE organisation_id = @organisationId AND invited_by = @userId AND ${IS_NO("'owner'")}`,
];

/**
 * Gives a member of the session's workspace another role, or with null removes them; anybody may remove themselves, the first
 * owner only with `isConfirmed` (resignation.ts). One transaction decides, so an owner stays, whoever removes whom at the same time.
 * Connections of a member who may no longer call tools end; keys belong to the workspace and stay. Throws `invalid_request`,
 * `temporarily_unavailable`.
 */
export async function changeMember(env: Env, session: Session, userId: string, role: Role | null, isConfirmed = false) {
  const { organisationId, hash: sessionHash } = session;
  const now = Date.now();
  const ownWorkspace = newOrganisationId(await numberOfEmptiest(env));
  const values = { organisationId, sessionHash, userId, role, ownWorkspace, isConfirmed: Number(isConfirmed), now };
  const statements = [
    ...[role === null ? REMOVE : CHANGE, ...FOLLOW].map((text) => sql(env.DB, text, values)),
    ...endConnectionsWhere(env.DB, `${IS} AND ${IS_NO("'owner', 'developer'")}`, { organisationId, userId }, now),
  ];
  const [changed] = await storeRevocations(env, [organisationId], statements);
  if (changed?.results.length === 1) return;
  const why = "there is no such member, you are no owner, or it is the last or the first owner. That one only resigns.";
  throw invalidRequest(`Nothing was changed: ${why}`);
}

/** Has the session show another workspace of the person. One of which they are no member has no effect. */
export async function openWorkspace(db: D1Database, { hash, userId }: Session, organisationId: string): Promise<void> {
  const show = `UPDATE sessions SET organisation_id = @organisationId WHERE hash = @hash
    AND EXISTS (SELECT 1 FROM members WHERE ${IS})`;
  await sql(db, show, { hash, userId, organisationId }).run();
}

/** The first owner stays until they confirm by a mailed link: a thief with an owner's sign-in could otherwise remove them. */
export function isFirstOwner({ email, workspace }: Session): boolean {
  return email === workspace;
}

/** Organisation, user, and the next role in 3 bytes: base64 then needs no padding. */
const LINK_BYTES = 12 + 16 + 3;
const NEXT: (Role | null)[] = [...ROLES, null];

type Asked = { role: Role | null; client: ClientAddress; baseUrl: string };

/** Mails the first owner the link by which they take another role or, with null, leave. Throws `invalid_request`, `rate_limited`. */
export async function mailResignation(env: Env, config: Config, session: Session, asked: Asked): Promise<void> {
  const { organisationId, userId, email } = session;
  const members = await listMembers(env.DB, organisationId);
  if (!members.some((other) => other.role === "owner" && other.userId !== userId)) {
    throw invalidRequest("You are the only owner. Make another member an owner first.");
  }
  const body = `${organisationId}${userId}0${NEXT.indexOf(asked.role)}0000`;
  const expiresAt = Date.now() + RESIGNATION_LINK_LIFETIME_SECONDS * 1000;
  const t = await sealUntil(await signer(config, "resignation"), body, expiresAt);
  const budgets = await mailBudgetsFor(config, asked.client.ip, email);
  const name = config.SERVICE_NAME;
  const mail = writeMail(`${name}: give up your workspace?`, [
    `Somebody who is signed in with your address asked to ${asked.role ? `make you a ${asked.role} of` : "leave"} your ${name} workspace. It would then belong to another of its owners.`,
    {
      kind: "link",
      paragraph: `If it was you, confirm within ${RESIGNATION_LINK_LIFETIME_SECONDS / 3600} hours:`,
      link: `${asked.baseUrl}${PATHS.consoleMembers}?${new URLSearchParams({ resign: t })}`,
    },
    {
      kind: "link",
      paragraph: 'If it was not you, nothing has changed. Sign in and press "This wasn\'t me":',
      link: `${asked.baseUrl}${PATHS.console}/keys`,
    },
  ]);
  await withBudgets(env, budgets, () => sendMail(env, config, { to: email, ...mail }));
}

/** What the link does, for the person to whom it was mailed. Throws `invalid_request` for a forged or old link, and as `changeMember`. */
export async function resign(env: Env, config: Config, session: Session, link: string): Promise<Role | null> {
  const opened = await openUntil(await signer(config, "resignation"), link, LINK_BYTES);
  const [, organisationId = "", userId, next] = /^(.{24})(.{32})0(.)/.exec(opened?.hex ?? "") ?? [];
  if (!opened || Date.now() >= opened.expiresAt || userId !== session.userId) {
    throw invalidRequest("This link has expired, or was mailed to another address.");
  }
  const role = NEXT[Number(next)] ?? null;
  const workspace = { ...session, organisationId };
  await changeMember(env, workspace, session.userId, role, true);
  return role;
}
