import { and, asc, eq, gt } from "drizzle-orm";
import type { Config } from "../../config.ts";
import { INVITATION_LIFETIME_SECONDS, INVITATIONS_PER_DAY, MAX_MEMBERS, type Role } from "../../constants.ts";
import { invalidRequest } from "../../errors.ts";
import { DAY_MS } from "../../lib/time.ts";
import { PATHS } from "../../paths.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { drizzle, sql } from "../../platform/database.ts";
import { mailBudgetsFor } from "../../platform/limits/budgets.ts";
import { type Budget, withBudgets } from "../../platform/limits/limits.ts";
import { type MailContent, sendMail, writeMail } from "../../platform/mail.ts";
import { invitations } from "../../platform/schema.ts";
import { signedIn } from "../../platform/signed-in.ts";
import type { Session } from "../keys/sessions.ts";

type Asked = { email: string; role: Role; client: ClientAddress; baseUrl: string };

const INVITE = `INSERT INTO invitations (organisation_id, email, role, invited_by, created_at, expires_at)
  SELECT @organisationId, @email, @role, @userId, @now, @expiresAt WHERE ${signedIn("owner")}
    AND NOT EXISTS (SELECT 1 FROM users u JOIN members m ON m.user_id = u.id
      WHERE u.email = @email AND m.organisation_id = @organisationId)
    AND (SELECT count(*) FROM members WHERE organisation_id = @organisationId) + (SELECT count(*) FROM invitations
      WHERE organisation_id = @organisationId AND email <> @email AND expires_at > @now) < @most
  ON CONFLICT (organisation_id, email) DO UPDATE SET role = excluded.role, invited_by = excluded.invited_by,
    created_at = excluded.created_at, expires_at = excluded.expires_at RETURNING 1`;

/**
 * Invites an address to the owner's workspace, for a week, and mails it. There is no secret in the mail: who signs in with the address
 * accepts. Inviting again replaces the invitation. Throws `invalid_request`, `rate_limited`, `temporarily_unavailable`.
 */
export async function invite(env: Env, config: Config, session: Session, asked: Asked): Promise<void> {
  const { email, role, client, baseUrl } = asked;
  const { organisationId, userId, hash: sessionHash } = session;
  const now = Date.now();
  const windows = [{ limit: INVITATIONS_PER_DAY, windowMs: DAY_MS }];
  const budgets: Budget[] = [
    { name: `invitations:${organisationId}`, what: "invitations of this workspace", windows },
    ...(await mailBudgetsFor(config, client.ip, email)),
  ];
  const expiresAt = now + INVITATION_LIFETIME_SECONDS * 1000;
  const values = { organisationId, sessionHash, userId, email, role, now, expiresAt, most: MAX_MEMBERS };
  await withBudgets(env, budgets, async () => {
    const { results } = await sql(env.DB, INVITE, values).all();
    if (results.length === 0) {
      throw invalidRequest(`${email} is a member already, or members and invitations together are ${MAX_MEMBERS}.`);
    }
    const link = `${baseUrl}${PATHS.consoleMembers}`;
    await sendMail(env, config, { to: email, ...invitationMail(config.SERVICE_NAME, session.email, asked, link) });
  });
}

/** The open invitations of a workspace, the newest last. */
export function listInvitations(db: D1Database, organisationId: string) {
  const { email, role, createdAt, expiresAt } = invitations;
  const isOpen = and(eq(invitations.organisationId, organisationId), gt(expiresAt, Date.now()));
  const list = drizzle(db).select({ email, role, expiresAt }).from(invitations).where(isOpen);
  return list.orderBy(asc(createdAt)).all();
}

/** Revokes the invitation of an address. An unknown one has no effect. */
export async function revokeInvitation(db: D1Database, { organisationId }: Session, email: string): Promise<void> {
  const isOwn = and(eq(invitations.organisationId, organisationId), eq(invitations.email, email));
  await drizzle(db).delete(invitations).where(isOwn).run();
}

/** One transaction, whose last statement ends the invitation, so that it is accepted once. */
const JOIN = [
  `INSERT INTO members (organisation_id, user_id, role, created_at)
    SELECT i.organisation_id, u.id, i.role, @now FROM invitations i JOIN users u ON u.email = i.email
      JOIN sessions s ON s.user_id = u.id AND s.hash = @hash AND s.revoked_at IS NULL
    WHERE i.organisation_id = @organisationId AND i.expires_at > @now ON CONFLICT DO NOTHING RETURNING 1`,
  `UPDATE sessions SET organisation_id = @organisationId WHERE hash = @hash
    AND EXISTS (SELECT 1 FROM members m WHERE m.organisation_id = @organisationId AND m.user_id = sessions.user_id)`,
  `DELETE FROM invitations WHERE organisation_id = @organisationId AND email = @email`,
];

/** Accepts an invitation to the signed-in address, and shows the workspace. Throws `invalid_request` without an open one. */
export async function join(db: D1Database, { hash, email }: Session, organisationId: string): Promise<void> {
  const values = { hash, email, organisationId, now: Date.now() };
  const [joined] = await db.batch(JOIN.map((text) => sql(db, text, values)));
  if (joined?.results.length === 1) return;
  throw invalidRequest(`There is no open invitation of this workspace to ${email}. Sign in with the invited address.`);
}

function invitationMail(serviceName: string, inviter: string, { email, role }: Asked, link: string): MailContent {
  const days = INVITATION_LIFETIME_SECONDS / 86_400;
  const paragraph = `Sign in as ${email} within ${days} days and accept on the page Members:`;
  return writeMail(`${inviter} invites you to ${serviceName}`, [
    `${inviter} invites you to their ${serviceName} workspace, as ${role}.`,
    { kind: "link", paragraph, link },
    "If you do not know the sender, ignore this mail: nothing happens.",
  ]);
}
