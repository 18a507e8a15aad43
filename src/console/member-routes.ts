import { Hono } from "hono";
import { invite, join, revokeInvitation } from "../accounts/members/invitations.ts";
import { changeMember, openWorkspace } from "../accounts/members/members.ts";
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

async function change({ c, session }: Visit, form: URLSearchParams): Promise<string> {
  await changeMember(c.env, session, form.get("id") ?? "", readRole(form));
  return "The role is saved.";
}

async function remove({ c, session }: Visit, form: URLSearchParams): Promise<string> {
  await changeMember(c.env, session, form.get("id") ?? "", null);
  return "The member is removed.";
}

async function leave({ c, session }: Visit): Promise<string> {
  await changeMember(c.env, session, session.userId, null);
  return "You have left the workspace.";
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
