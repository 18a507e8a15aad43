import type { Config } from "../../config.ts";
import { RESIGNATION_LINK_LIFETIME_SECONDS, ROLES, type Role } from "../../constants.ts";
import { invalidRequest } from "../../errors.ts";
import { PATHS } from "../../paths.ts";
import type { ClientAddress } from "../../platform/client-address.ts";
import { withBudgets } from "../../platform/limits/limits.ts";
import { mailBudgets } from "../../platform/limits/network-budgets.ts";
import { sendMail, writeMail } from "../../platform/mail.ts";
import { open, seal } from "../../platform/sealed-handle.ts";
import { lastingHash, signer } from "../../platform/secrets.ts";
import { normaliseAddress } from "../../readers/emails/email-address.ts";
import type { Session } from "../keys/sessions.ts";
import { changeMember, listMembers } from "./members.ts";

/**
 * The first owner, by whose address people know the workspace, keeps that role until they confirm the change by a mailed link. A
 * thief with an owner's sign-in could otherwise invite an accomplice, and remove the person to whom the workspace belongs.
 */
export function isFirstOwner({ email, workspace }: Session): boolean {
  return email === workspace;
}

/** Organisation, user, the next role in 3 bytes (base64 then needs no padding), and the expiry in Unix seconds. */
const LINK_BYTES = 12 + 16 + 3 + 4;
const NEXT: (Role | null)[] = [...ROLES, null];

type Asked = { role: Role | null; client: ClientAddress; baseUrl: string };

/** Mails the first owner the link by which they take another role or, with null, leave. Throws `invalid_request`, `rate_limited`. */
export async function mailResignation(env: Env, config: Config, session: Session, asked: Asked): Promise<void> {
  const { organisationId, userId, email } = session;
  const members = await listMembers(env.DB, organisationId);
  if (!members.some((other) => other.role === "owner" && other.userId !== userId)) {
    throw invalidRequest("You are the only owner. Make another member an owner first.");
  }
  const body = new Uint8Array(LINK_BYTES);
  body.set(Uint8Array.fromHex(organisationId + userId));
  body[28] = NEXT.indexOf(asked.role);
  new DataView(body.buffer).setUint32(31, Date.now() / 1000 + RESIGNATION_LINK_LIFETIME_SECONDS);
  const t = await seal(await signer(config, "resignation"), body);
  const addressHash = await lastingHash(config, "address", normaliseAddress(email));
  const budgets = mailBudgets(config, asked.client.ip ?? "", { purpose: "key", addressHash });
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
  const body = await open(await signer(config, "resignation"), link, LINK_BYTES);
  const isValid = body && Date.now() / 1000 < new DataView(body.buffer).getUint32(31);
  if (!isValid || body.slice(12, 28).toHex() !== session.userId) {
    throw invalidRequest("This link has expired, or was mailed to another address.");
  }
  const role = NEXT[body[28] ?? 0] ?? null;
  const workspace = { ...session, organisationId: body.slice(0, 12).toHex() };
  await changeMember(env, workspace, session.userId, role, true);
  return role;
}
