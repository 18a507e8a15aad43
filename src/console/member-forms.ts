import { invite, join, revokeInvitation } from "../accounts/members/invitations.ts";
import { changeMember, openWorkspace } from "../accounts/members/members.ts";
import { isFirstOwner, mailResignation, resign } from "../accounts/members/resignation.ts";
import { ROLES, type Role } from "../constants.ts";
import { invalidField } from "../errors.ts";
import { clientOf } from "../http/app-env.ts";
import { readAddress } from "../http/asserted-address.ts";
import { type Forms, tell } from "../http/pages/private-routes.ts";
import { CONSOLE, type Visit } from "./console-page.tsx";

/** The members of a workspace. Only signed-in people manage them: a model that could invite could be tricked into it. */
export const MEMBER_FORMS: Forms<Visit> = {
  [CONSOLE.members]: {
    async [CONSOLE.invite]({ c, session }, form) {
      const email = readAddress(form.get("email"), "email");
      const asked = { email, role: readRole(form), client: clientOf(c), baseUrl: c.var.baseUrl };
      await invite(c.env, c.var.config, session, asked);
      return `The invitation is mailed to ${email}.`;
    },
    async [CONSOLE.revokeInvitation]({ c, session }, form) {
      await revokeInvitation(c.env.DB, session, form.get("email") ?? "");
      return "The invitation is revoked.";
    },
    [CONSOLE.changeMember]: (visit, form) => setRole(visit, form.get("id"), readRole(form), "The role is saved."),
    [CONSOLE.removeMember]: (visit, form) => setRole(visit, form.get("id"), null, "The member is removed."),
    async [CONSOLE.leave](visit) {
      const done = await setRole(visit, visit.session.userId, null, "You have left the workspace.");
      return tell(visit.c, CONSOLE.overview, done);
    },
    async [CONSOLE.resign]({ c, session }, form) {
      const role = await resign(c.env, c.var.config, session, form.get("resign") ?? "");
      return tell(c, CONSOLE.overview, role ? `You are a ${role} now.` : "You have left the workspace.");
    },
    async [CONSOLE.join]({ c, session }, form) {
      await join(c.env.DB, session, form.get("id") ?? "");
      return "You are a member now.";
    },
    async [CONSOLE.openWorkspace]({ c, session }, form) {
      await openWorkspace(c.env.DB, session, form.get("id") ?? "");
      return tell(c, CONSOLE.overview, "The workspace is open.");
    },
  },
};

async function setRole({ c, session }: Visit, id: string | null, role: Role | null, done: string): Promise<string> {
  if (role === "owner" || id !== session.userId || !isFirstOwner(session)) {
    await changeMember(c.env, session, id ?? "", role);
    return done;
  }
  await mailResignation(c.env, c.var.config, session, { role, client: clientOf(c), baseUrl: c.var.baseUrl });
  return `A link is mailed to ${session.email}. Nothing changes before you confirm there.`;
}

function readRole(form: URLSearchParams): Role {
  const role = ROLES.find((known) => known === form.get("role"));
  if (!role) throw invalidField("role", `role: one of ${ROLES.join(", ")}.`);
  return role;
}
