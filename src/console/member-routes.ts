import { Hono } from "hono";
import { invite, join, revokeInvitation } from "../accounts/members/invitations.ts";
import { changeMember, openWorkspace } from "../accounts/members/members.ts";
import { isFirstOwner, mailResignation, resign } from "../accounts/members/resignation.ts";
import { ROLES, type Role } from "../constants.ts";
import { invalidField } from "../errors.ts";
import { type AppEnv, clientOf } from "../http/app-env.ts";
import { readAddress } from "../http/asserted-address.ts";
import { CONSOLE, type FormPage, type Visit } from "./console-page.tsx";
import { show, tell } from "./guards.ts";
import { membersPage } from "./members-page.tsx";

const MEMBERS: FormPage = { path: CONSOLE.members, title: "Members", view: membersPage };

/** The members of a workspace. Only signed-in people manage them: a model that could invite could be tricked into it. */
export function memberRoutes() {
  const acts = (work: (visit: Visit, form: URLSearchParams) => Promise<string>, then: string = CONSOLE.members) =>
    tell(then, work, MEMBERS);
  return new Hono<AppEnv>()
    .get(CONSOLE.members, show(MEMBERS.title, membersPage))
    .post(CONSOLE.invite, acts(inviteOne))
    .post(CONSOLE.revokeInvitation, acts(revoke))
    .post(CONSOLE.changeMember, acts(change))
    .post(CONSOLE.removeMember, acts(remove))
    .post(CONSOLE.leave, acts(leave, CONSOLE.overview))
    .post(CONSOLE.resign, acts(confirm, CONSOLE.overview))
    .post(CONSOLE.join, acts(accept))
    .post(CONSOLE.openWorkspace, acts(open, CONSOLE.overview));
}

async function inviteOne({ c, session }: Visit, form: URLSearchParams): Promise<string> {
  const email = readAddress(form.get("email"), "email");
  await invite(c.env, c.var.config, session, {
    email,
    role: readRole(form),
    client: clientOf(c),
    baseUrl: c.var.baseUrl,
  });
  return `The invitation is mailed to ${email}.`;
}

async function revoke({ c, session }: Visit, form: URLSearchParams): Promise<string> {
  await revokeInvitation(c.env.DB, session, form.get("email") ?? "");
  return "The invitation is revoked.";
}

async function change(visit: Visit, form: URLSearchParams): Promise<string> {
  return setRole(visit, form.get("id"), readRole(form), "The role is saved.");
}

async function remove(visit: Visit, form: URLSearchParams): Promise<string> {
  return setRole(visit, form.get("id"), null, "The member is removed.");
}

async function leave(visit: Visit): Promise<string> {
  return setRole(visit, visit.session.userId, null, "You have left the workspace.");
}

async function setRole({ c, session }: Visit, id: string | null, role: Role | null, done: string): Promise<string> {
  if (role === "owner" || id !== session.userId || !isFirstOwner(session)) {
    await changeMember(c.env, session, id ?? "", role);
    return done;
  }
  await mailResignation(c.env, c.var.config, session, { role, client: clientOf(c), baseUrl: c.var.baseUrl });
  return `A link is mailed to ${session.email}. Nothing changes before you confirm there.`;
}

async function confirm({ c, session }: Visit, form: URLSearchParams): Promise<string> {
  const role = await resign(c.env, c.var.config, session, form.get("resign") ?? "");
  return role ? `You are a ${role} now.` : "You have left the workspace.";
}

async function accept({ c, session }: Visit, form: URLSearchParams): Promise<string> {
  await join(c.env.DB, session, form.get("id") ?? "");
  return "You are a member now.";
}

async function open({ c, session }: Visit, form: URLSearchParams): Promise<string> {
  await openWorkspace(c.env.DB, session, form.get("id") ?? "");
  return "The workspace is open.";
}

function readRole(form: URLSearchParams): Role {
  const role = ROLES.find((known) => known === form.get("role"));
  if (!role) throw invalidField("role", `role: one of ${ROLES.join(", ")}.`);
  return role;
}
