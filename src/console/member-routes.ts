import { Hono } from "hono";
import { invite, join, revokeInvitation } from "../accounts/members/invitations.ts";
import { changeMember, openWorkspace } from "../accounts/members/members.ts";
import { ROLES, type Role } from "../constants.ts";
import { invalidField } from "../errors.ts";
import { type AppEnv, clientOf } from "../http/app-env.ts";
import { readAddress } from "../http/asserted-address.ts";
import { CONSOLE, type FormPage } from "./console-page.tsx";
import { show, tell } from "./guards.ts";
import { membersPage } from "./members-page.tsx";

const MEMBERS: FormPage = { path: CONSOLE.members, title: "Members", view: membersPage };

/** The members of a workspace. Only signed-in people manage them: a model that could invite could be tricked into it. */
export function memberRoutes() {
  return new Hono<AppEnv>()
    .get(CONSOLE.members, show(MEMBERS.title, membersPage))
    .post(
      CONSOLE.invite,
      tell(
        CONSOLE.members,
        async ({ c, session }, form) => {
          const email = readAddress(form.get("email"), "email");
          const asked = { email, role: readRole(form), client: clientOf(c), baseUrl: c.var.baseUrl };
          await invite(c.env, c.var.config, session, asked);
          return `The invitation is mailed to ${email}.`;
        },
        MEMBERS,
      ),
    )
    .post(
      CONSOLE.revokeInvitation,
      tell(CONSOLE.members, async ({ c, session }, form) => {
        await revokeInvitation(c.env.DB, session, form.get("email") ?? "");
        return "The invitation is revoked.";
      }),
    )
    .post(
      CONSOLE.changeMember,
      tell(
        CONSOLE.members,
        async ({ c, session }, form) => {
          await changeMember(c.env, session, form.get("id") ?? "", readRole(form));
          return "The role is changed.";
        },
        MEMBERS,
      ),
    )
    .post(
      CONSOLE.removeMember,
      tell(
        CONSOLE.members,
        async ({ c, session }, form) => {
          await changeMember(c.env, session, form.get("id") ?? "", null);
          return "The member is removed.";
        },
        MEMBERS,
      ),
    )
    .post(
      CONSOLE.leave,
      tell(
        CONSOLE.overview,
        async ({ c, session }) => {
          await changeMember(c.env, session, session.userId, null);
          return "You have left the workspace.";
        },
        MEMBERS,
      ),
    )
    .post(
      CONSOLE.join,
      tell(
        CONSOLE.members,
        async ({ c, session }, form) => {
          await join(c.env.DB, session, form.get("id") ?? "");
          return "You are a member now.";
        },
        MEMBERS,
      ),
    )
    .post(
      CONSOLE.openWorkspace,
      tell(CONSOLE.overview, async ({ c, session }, form) => {
        await openWorkspace(c.env.DB, session, form.get("id") ?? "");
        return "The workspace is open.";
      }),
    );
}

function readRole(form: URLSearchParams): Role {
  const role = ROLES.find((known) => known === form.get("role"));
  if (!role) throw invalidField("role", `role: one of ${ROLES.join(", ")}.`);
  return role;
}
