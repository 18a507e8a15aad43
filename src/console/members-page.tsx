import { hasRole } from "../accounts/keys/sessions.ts";
import { invite, join, listInvitations, revokeInvitation } from "../accounts/members/invitations.ts";
import {
  changeMember,
  isFirstOwner,
  listMembers,
  listWorkspaces,
  type Member,
  mailResignation,
  openWorkspace,
  resign,
} from "../accounts/members/members.ts";
import { ROLES, type Role } from "../constants.ts";
import { invalidField } from "../errors.ts";
import { clientOf } from "../http/app-env.ts";
import { readAddress } from "../http/asserted-address.ts";
import { Records } from "../http/pages/figures.tsx";
import { LocalMail } from "../http/pages/local-mail.tsx";
import { Choice, Field, Form, Sure, Time } from "../http/pages/private-page.tsx";
import { tell } from "../http/pages/private-routes.ts";
import { CONSOLE, type ConsolePage, type Visit } from "./console-page.tsx";

/** Who reaches the workspace, and the person's other workspaces. Owners also invite, change and remove here. */
async function membersPage({ c, env, session, organisationId }: Visit) {
  const isOwner = hasRole(session, "owner");
  const [members, invited, workspaces] = await Promise.all([
    listMembers(env.DB, organisationId),
    listInvitations(env.DB, organisationId),
    listWorkspaces(env.DB, session),
  ]);
  const asked = c.req.query("resign");
  return (
    <>
      {asked && (
        <>
          <p class="notice">You asked to give up your workspace. It then belongs to another of its owners.</p>
          <Form to="resign" danger="Give it up" hidden={{ resign: asked }} />
        </>
      )}
      <p>
        Viewers read the console. Developers also create keys, connections, batches, watches and webhooks. Owners do
        everything. The first owner{session.workspace && `, ${session.workspace},`} can only resign, by a mailed link,
        and alone deletes the workspace.
      </p>
      <Records
        columns={["Address", "Role", "Since", "Actions"]}
        rows={[
          ...members.map((member) => [
            <strong>{member.email}</strong>,
            member.role,
            <Time at={member.createdAt} />,
            <>
              {isOwner && (member.email !== session.workspace || isFirstOwner(session)) && <ChangeMember of={member} />}
              {member.userId === session.userId && <Sure ask="Leave" to="leave" danger="Leave the workspace" />}
            </>,
          ]),
          ...invited.map(({ email, role, expiresAt }) => [
            <strong>{email}</strong>,
            role,
            ["invited, until ", <Time at={expiresAt} />],
            isOwner && <Sure ask="Revoke" of={email} to="revoke-invitation" submit="Revoke" hidden={{ email }} />,
          ]),
        ]}
      />
      <p>
        Keys belong to the workspace and keep working when the member who created them is removed: replace the keys that
        the member knows under <a href={CONSOLE.keys}>Agents and keys</a>. Connections that the member allowed end.
      </p>
      {isOwner && (
        <>
          <h2>Invite</h2>
          <Form to="invite" submit="Mail the invitation">
            <Field id="email" label="Email address" type="email" required maxlength={254} autocomplete="off" />
            <Choice id="role" label="Role" options={ROLES} chosen="developer" />
          </Form>
          <LocalMail c={c} />
        </>
      )}
      {workspaces.length > 1 && (
        <>
          <h2>Your workspaces</h2>
          <Records
            columns={["Workspace of", "Your role", "Actions"]}
            rows={workspaces.map(({ id, role, owner, isInvited }) => [
              owner ?? "a former owner",
              role,
              id === session.organisationId ? (
                "shown"
              ) : (
                <Form
                  to={isInvited ? "join" : "open"}
                  isInline
                  hidden={{ id }}
                  submit={isInvited ? "Accept the invitation" : "Open"}
                />
              ),
            ])}
          />
        </>
      )}
    </>
  );
}

function ChangeMember({ of: { userId, email, role } }: { of: Member }) {
  const form = { of: email, hidden: { id: userId } };
  return (
    <>
      <Sure ask="Change" to="change" submit="Save" {...form}>
        <Choice id={`role_${userId}`} name="role" label="Role" options={ROLES} chosen={role} />
      </Sure>
      <Sure ask="Remove" to="remove" danger="Remove the member" {...form} />
    </>
  );
}

/** Only signed-in people manage members: a model that could invite could be tricked into it. */
export const members: ConsolePage = {
  title: "Members",
  view: membersPage,
  forms: {
    async invite({ c, session }, form) {
      const email = readAddress(form.get("email"), "email");
      const asked = { email, role: readRole(form), client: clientOf(c), baseUrl: c.var.baseUrl };
      await invite(c.env, c.var.config, session, asked);
      return `The invitation is mailed to ${email}.`;
    },
    async "revoke-invitation"({ c, session }, form) {
      await revokeInvitation(c.env.DB, session, form.get("email") ?? "");
      return "The invitation is revoked.";
    },
    change: (visit, form) => setRole(visit, form.get("id"), readRole(form), "The role is saved."),
    remove: (visit, form) => setRole(visit, form.get("id"), null, "The member is removed."),
    async leave(visit) {
      const done = await setRole(visit, visit.session.userId, null, "You have left the workspace.");
      return tell(visit.c, CONSOLE.overview, done);
    },
    async resign({ c, session }, form) {
      const role = await resign(c.env, c.var.config, session, form.get("resign") ?? "");
      return tell(c, CONSOLE.overview, role ? `You are a ${role} now.` : "You have left the workspace.");
    },
    async join({ c, session }, form) {
      await join(c.env.DB, session, form.get("id") ?? "");
      return "You are a member now.";
    },
    async open({ c, session }, form) {
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
