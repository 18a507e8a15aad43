import type { Config } from "../../config.ts";
import { RESIGNATION_LINK_LIFETIME_SECONDS, ROLES, type Role } from "../../constants.ts";
import { invalidRequest } from "../../errors.ts";
import { PATHS } from "../../paths.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { withBudgets } from "../../platform/limits/limits.ts";
import { mailBudgetsFor } from "../../platform/limits/network-budgets.ts";
import { sendMail, writeMail } from "../../platform/mail.ts";
import { openUntil, sealUntil } from "../../platform/sealed-handle.ts";
import { signer } from "../../platform/secrets.ts";
import type { Session } from "../keys/sessions.ts";
import { changeMember, listMembers } from "./members.ts";

/**
 * The first owner, by whose address people know the workspace, keeps that role until they confirm the change by a mailed link. A
 * thief with an owner's sign-in could otherwise invite an accomplice, and remove the person to whom the workspace belongs.
 */
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
